import { RailItem } from '@millrace/kit/web'
import { IconBraces, IconListDetails, IconPlugConnected, IconUser } from '@tabler/icons-react'
import type { FieldGroup } from '../../contract/index.ts'

const ICONS = { all: IconListDetails, schema: IconUser, prefix: IconBraces }

type Props = { groups: readonly FieldGroup[]; chosen: string | undefined; onChoose: (key: string) => void }

/** The groups of fields besides all of them, with how many each has. */
export const FieldGroupRail = ({ groups, chosen, onChoose }: Props) =>
  groups
    .filter(({ kind }) => kind !== 'all')
    .map(({ key, title, kind, fields }) => {
      const Icon = title.endsWith(' Integration') ? IconPlugConnected : ICONS[kind]
      return (
        <RailItem
          key={key}
          icon={<Icon size={16} stroke={1.7} aria-hidden />}
          label={title}
          count={fields.length}
          isOn={key === chosen}
          onClick={() => onChoose(key)}
        />
      )
    })
