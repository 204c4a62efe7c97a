import { CloseButton, Drawer } from '@mantine/core'
import { PageSkeleton } from '@millrace/kit/web'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import c from './drawer.module.css'

// The same chunk as the page's.
const EmailScreen = lazy(() => import('../screens/EmailScreen.tsx'))

const WIDEST = 1_240

/** Escape on the drawer around the editor: inside, it first lets go of what is selected; what floats above closes by itself. */
const useEscapeBeside = (editor: RefObject<HTMLElement | null>, onEscape: () => void) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return
      if (editor.current?.contains(target)) return
      if (target === document.body || target.closest('[role="dialog"]')?.contains(editor.current)) onEscape()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [editor, onEscape])
}

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
  const editor = useRef<HTMLDivElement>(null)
  useEscapeBeside(editor, onEscape)
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
      <Drawer.Content classNames={{ content: c.content as string }} aria-label={name}>
        <div className={c.editor} ref={editor}>
          <Suspense fallback={<PageSkeleton />}>
            <EmailScreen over={{ id, onName: setName, onClose: onEscape }} />
          </Suspense>
        </div>
        <CloseButton className={c.close} aria-label="Close the email" onClick={leave} />
      </Drawer.Content>
    </Drawer.Root>
  )
}
