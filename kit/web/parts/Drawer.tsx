import { CloseButton, Drawer as MantineDrawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
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

const OVER = '[role=dialog],[role=menu],[role=listbox]'

/** Whether Escape is about a drawer, and not about what stands over it or drops down in it. */
const isAbout = ({ target, isComposing }: KeyboardEvent, content: Element | null): boolean => {
  if (isComposing || !(target instanceof Element) || target.getAttribute('data-mantine-stop-propagation') === 'true')
    return false
  const around = target.closest(OVER)
  return around
    ? around === content
    : ![...document.querySelectorAll('[aria-modal=true]')].some((one) => one !== content)
}

/** Closes a drawer by Escape, and lets whoever comes by keyboard into one that is open beside the page. */
const useKeyboard = (opened: boolean, open: boolean, onClose: () => void) => {
  const content = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!opened) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isAbout(event, content.current)) close.current()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [opened])
  return useCallback(
    (node: HTMLElement | null) => {
      content.current = node
      if (!node || !open) return
      // What is behind it stays usable, so it is no modal dialog.
      node.removeAttribute('aria-modal')
      node.focus({ preventScroll: true })
    },
    [open],
  )
}

/** A panel that slides in from the right in 100 ms. */
export const Drawer = ({
  opened,
  onClose,
  title,
  over,
  icon,
  actions,
  foot,
  width = 400,
  open = false,
  children,
}: Props) => {
  const content = useKeyboard(opened, open, onClose)
  // Where there is no room beside what stays usable, it stands below.
  const isBelow = useMediaQuery('(max-width: 48em)', false) && open
  return (
    <MantineDrawer.Root
      opened={opened}
      onClose={onClose}
      position={isBelow ? 'bottom' : 'right'}
      size={isBelow ? '50%' : width}
      transitionProps={{ duration: 100 }}
      closeOnEscape={false}
      {...(open && { lockScroll: false, trapFocus: false, closeOnClickOutside: false })}
    >
      {!open && <MantineDrawer.Overlay backgroundOpacity={0.2} />}
      <MantineDrawer.Content ref={content} classNames={{ content: c.content as string }}>
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
