import { CloseButton, Drawer } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { OpenedEmail } from '../editor/OpenedEmail.tsx'
import c from './drawer.module.css'

const WIDEST = 1_240

type Props = { id: number; staysOpen: boolean; onClose: () => void }

/** One email's editor over whatever page is open; leaving it leaves one where one was. */
export default function EmailDrawer({ id, staysOpen, onClose }: Props) {
  const [name, setName] = useState('Email')
  const [isOpen, setOpen] = useState(false)
  // Opened a moment later, so that it slides in.
  useEffect(() => setOpen(true), [])
  const leave = useCallback(() => setOpen(false), [])
  const stay = useCallback(() => {}, [])
  const onEscape = staysOpen ? stay : leave
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={leave}
      position="right"
      size={`min(${WIDEST}px, 100%)`}
      closeOnEscape={false}
      closeOnClickOutside={!staysOpen}
      transitionProps={{ duration: 100, onExited: onClose }}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content
        classNames={{ content: c.content as string }}
        aria-label={name}
        onKeyDown={(event) => {
          const isInEditor = event.target instanceof Element && event.target.closest(`.${c.editor}`)
          // Inside, Escape lets go of what is selected first; what floats above closes by itself.
          if (
            event.key === 'Escape' &&
            !event.defaultPrevented &&
            !isInEditor &&
            event.currentTarget.contains(event.target as Node)
          )
            onEscape()
        }}
      >
        <div className={c.editor}>
          <OpenedEmail id={id} onName={setName} onClose={onEscape} />
        </div>
        <CloseButton className={c.close} aria-label="Close the email" onClick={leave} />
      </Drawer.Content>
    </Drawer.Root>
  )
}
