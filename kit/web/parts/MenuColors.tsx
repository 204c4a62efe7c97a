import { Menu } from '@mantine/core'
import { COLORS } from '../../contract/colors.ts'
import css from './MenuColors.module.css'

type Props = { color: string | null; onChange(color: string | null): void }

/** The palette of colours as a part of a menu; the chosen one pressed again takes it off. */
export const MenuColors = ({ color, onChange }: Props) => (
  <>
    <Menu.Label>Colour</Menu.Label>
    <div className={css.colors}>
      {COLORS.map((one) => (
        <Menu.Item
          key={one}
          data-chosen={one === color || undefined}
          aria-label={`Colour ${one}${one === color ? ', chosen' : ''}`}
          className={css.color as string}
          style={{ background: one }}
          onClick={() => onChange(one === color ? null : one)}
        >
          {null}
        </Menu.Item>
      ))}
    </div>
  </>
)
