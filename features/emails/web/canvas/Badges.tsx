import { IconDeviceDesktop, IconDeviceMobile, IconFilter } from '@tabler/icons-react'
import type { DesignValues } from '../../contract/design.ts'
import { showWhenOf } from '../../contract/showWhen.ts'
import { isHiddenOn } from '../design/devices.ts'
import c from './canvas.module.css'

/** Says that a row or a block is not shown to everybody or everywhere; nothing where it is. */
export const Badges = ({ values }: { values: DesignValues }) => {
  const held = showWhenOf(values)
  const [isOffPhones, isOffDesktops] = [isHiddenOn('mobile', values), isHiddenOn('desktop', values)]
  if (!held && !isOffPhones && !isOffDesktops) return null
  return (
    <span className={c.badges}>
      {held && (
        <span title={held.label || held.before}>
          <IconFilter size={12} aria-hidden />
          {held.label || 'Condition'}
        </span>
      )}
      {isOffPhones && (
        <span>
          <IconDeviceDesktop size={12} aria-hidden />
          Not on phones
        </span>
      )}
      {isOffDesktops && (
        <span>
          <IconDeviceMobile size={12} aria-hidden />
          Phones only
        </span>
      )}
    </span>
  )
}
