import { CloseButton, Drawer as MantineDrawer } from '@mantine/core'
import { type ReactNode, useId } from 'react'
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
  const id = useId()
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
      <MantineDrawer.Content classNames={{ content: c.content as string }} aria-labelledby={id}>
        <header className={c.head}>
          {icon}
          <div className={c.text}>
            {over && <span className={c.over}>{over}</span>}
            <h2 id={id}>{title}</h2>
          </div>
          {actions}
          <CloseButton aria-label="Close" onClick={onClose} />
        </header>
        <div className={c.body}>{children}</div>
        {foot && <footer className={c.foot}>{foot}</footer>}
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  )
}
