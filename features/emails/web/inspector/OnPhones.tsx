import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import type { DesignValues } from '../../contract/design.ts'
import { overrideOf, withOverride } from '../design/devices.ts'
import { numberOf, textOf } from '../design/read.ts'
import { AlignField, PixelField } from './fields.tsx'
import c from './inspector.module.css'
import { PaddingField } from './PaddingField.tsx'

type Props = { values: DesignValues; set: (values: DesignValues, key?: string) => void }

const KEYS = ['fontSize', 'textAlign', 'containerPadding'] as const

/** What a block has otherwise on phones: size of its words, place, space around it. */
export const OnPhones = ({ values, set }: Props) => {
  const own = overrideOf('mobile', values)
  const [isOpen, setOpen] = useState(KEYS.some((key) => own[key] !== undefined))
  const put = (change: DesignValues, key?: string) => set(withOverride('mobile', values, change), key)
  const size = textOf(values, 'fontSize')
  const align = textOf(values, 'textAlign')
  if (!isOpen) {
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDeviceMobile size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Other looks on phones
      </Button>
    )
  }
  return (
    <fieldset className={c.group}>
      <legend>On phones</legend>
      {size && (
        <PixelField
          label="Size on phones"
          value={numberOf(own, 'fontSize', Number.parseFloat(size) || 14)}
          max={96}
          onChange={(next) => put({ fontSize: `${next}px` }, 'phoneSize')}
        />
      )}
      {align && (
        <AlignField
          label="Align on phones"
          value={textOf(own, 'textAlign') || align}
          onChange={(textAlign) => put({ textAlign }, 'phoneAlign')}
        />
      )}
      <PaddingField
        label="Space around on phones"
        value={textOf(own, 'containerPadding') || textOf(values, 'containerPadding') || '10px'}
        onChange={(containerPadding) => put({ containerPadding }, 'phonePadding')}
      />
      <Button
        variant="subtle"
        size="xs"
        onClick={() => {
          put({ fontSize: undefined, textAlign: undefined, containerPadding: undefined })
          setOpen(false)
        }}
      >
        As elsewhere
      </Button>
    </fieldset>
  )
}
