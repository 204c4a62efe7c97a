import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useRef } from 'react'
import { useEditor } from '../editor/EditorContext.tsx'
import { type FrameState, useVendorFrame } from './useVendorFrame.ts'
import c from './vendor.module.css'

/**
 * It runs at an origin of its own, so it keeps that (`allow-same-origin`), and with it what it stores; what it may not do is
 * lead this page elsewhere.
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox'

const WHY = {
  script: 'Its script did not come. The address may be wrong or blocked, or there is no connection.',
  time: 'It did not come within 20 seconds. There may be no connection, or Unlayer may not know this installation.',
}

const reasonOf = (state: Extract<FrameState, { is: 'failed' }>) =>
  state.why === 'content'
    ? `It would lose parts of this email that it does not know: ${[...new Set(state.types)].join(', ')}.`
    : WHY[state.why]

type Props = { address: string; onBack: () => void; onRetry: () => void }

/** Unlayer's editor in its frame, or why it is not there. */
export const VendorFrame = ({ address, onBack, onRetry }: Props) => {
  const store = useEditor()
  const frame = useRef<HTMLIFrameElement>(null)
  const state = useVendorFrame(frame, address)
  if (state.is === 'failed')
    return (
      <div className={c.failed} role="alert">
        <IconAlertTriangle size={26} stroke={1.7} aria-hidden />
        <h2>Unlayer's editor did not open</h2>
        <p>{reasonOf(state)} Nothing of your email is lost: our own editor opens it as it is.</p>
        <div className={c.ways}>
          <Button onClick={onBack}>Back to our editor</Button>
          {state.why !== 'content' && (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </div>
    )
  return (
    <div className={c.held}>
      <div className={c.bar}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={() => void store.gather().then(onBack)}
        >
          Back to our editor
        </Button>
        <span>This is Unlayer's editor, from another site. What you change in it is kept as in ours.</span>
      </div>
      <div className={c.frame} aria-busy={state.is === 'opening'}>
        {state.is === 'opening' && <Loader className={c.loader ?? ''} aria-label="Opening Unlayer's editor" />}
        <iframe
          ref={frame}
          title="Unlayer's editor"
          src={address}
          sandbox={SANDBOX}
          allow="clipboard-read; clipboard-write"
        />
      </div>
    </div>
  )
}
