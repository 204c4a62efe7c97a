import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from '../navigation.tsx'
import { useLateMenu } from '../parts/useLateMenu.ts'
import css from './lists.module.css'

/** The menu at the end of a row: `<RowMenu name={flow.name}><Menu.Item …/></RowMenu>`. Its parts are made at the first press. */
export const RowMenu = ({ name, children }: { name: string; children: ReactNode }) => {
  const [isPressed, setPressed] = useState(false)
  const { button, menu } = useLateMenu(isPressed)
  const dots = (
    <ActionIcon
      ref={button}
      aria-label={`Actions for ${name}`}
      onClick={isPressed ? undefined : () => setPressed(true)}
    >
      <IconDots size={16} stroke={1.7} />
    </ActionIcon>
  )
  if (!isPressed) return dots
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>{dots}</Menu.Target>
      <Menu.Dropdown miw={170}>{children}</Menu.Dropdown>
    </Menu>
  )
}

type NameProps = { to: string; name: ReactNode; sub?: ReactNode; beside?: ReactNode }

/** The first cell of a row: the name as a link, marks beside it, small words below. */
export const NameCell = ({ to, name, sub, beside }: NameProps) => (
  <>
    <span className={css.nameLine}>
      <Link to={to} className={css.name} tabIndex={-1}>
        {name}
      </Link>
      {beside}
    </span>
    {sub && <span className={css.sub}>{sub}</span>}
  </>
)
