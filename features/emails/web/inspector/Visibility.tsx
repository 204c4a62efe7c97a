import { Switch } from '@mantine/core'
import type { DesignValues } from '../../contract/design.ts'
import { type Device, isHiddenOn, withHidden } from '../design/devices.ts'
import { ShowWhenField } from './ShowWhenField.tsx'

type Props = { values: DesignValues; set: (values: DesignValues, key?: string) => void; what: string }

const DEVICES: readonly [Device, string][] = [
  ['mobile', 'Hide on phones'],
  ['desktop', 'Hide on desktops'],
]

/** Where and to whom a row or a block is shown. */
export const Visibility = ({ values, set, what }: Props) => (
  <>
    {DEVICES.map(([device, label]) => (
      <Switch
        key={device}
        label={label}
        checked={isHiddenOn(device, values)}
        onChange={(event) => set(withHidden(device, values, event.currentTarget.checked))}
      />
    ))}
    <ShowWhenField values={values} set={set} what={what} />
  </>
)
