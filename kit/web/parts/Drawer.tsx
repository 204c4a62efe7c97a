import { CloseButton, Drawer as MantineDrawer } from '@mantine/core'
import type { ReactNode } from 'react'
import c from './Drawer.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Small words over the title: the kind of thing. */
  over?: ReactNode
  icon?: ReactNode
  /** Between the title and the closing cross: a menu. */
  actions?: ReactNode
  /** Buttons at the foot; the main one last. */
  foot?: ReactNode
  width?: number
  /** Leaves what is behind it usable, without a curtain. */
  open?: boolean
  children: ReactNode
}

/** A panel that slides in from the right in 100 ms. */
export const Drawer = ({ opened, onClose, title, over, icon, actions, foot, width = 400, open, children }: Props) => {
  return (
    <MantineDrawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={width}
      transitionProps={{ duration: 100 }}
      {...(open && { lockScroll: false, trapFocus: false, closeOnClickOutside: false })}
    >
      {!open && <MantineDrawer.Overlay backgroundOpacity={0.2} />}
      <MantineDrawer.Content classNames={{ content: c.content as string }}>
        <div className={c.head}>
          {icon}
          <div className={c.text}>
            {over && <span className={c.over}>{over}</span>}
            <MantineDrawer.Title>{title}</MantineDrawer.Title>
          </div>
          {actions}
          <CloseButton aria-label="Close" onClick={onClose} />
        </div>
        <div className={c.body}>{children}</div>
        {foot && <div className={c.foot}>{foot}</div>}
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  )
}
