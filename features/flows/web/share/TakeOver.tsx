import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'

const CopyDialog = lazy(() => import('./CopyDialog.tsx'))
const RegisterDialog = lazy(() => import('./RegisterDialog.tsx'))

type Props = {
  flow: { id: number; name: string }
  token: string
  /** Undefined while it is not known yet. */
  isSignedIn: boolean | undefined
  isOpen: boolean
  onOpen(isOpen: boolean): void
}

/** The one button above a shared flow: copies it, after signing in where nobody is. */
export const TakeOver = ({ flow, token, isSignedIn, isOpen, onOpen }: Props) => (
  <>
    <Button leftSection={<IconCopy size={15} stroke={1.8} aria-hidden />} onClick={() => onOpen(true)}>
      Copy this flow to your account
    </Button>
    <Suspense fallback={null}>
      {isOpen && isSignedIn === false && <RegisterDialog onClose={() => onOpen(false)} />}
      {isOpen && isSignedIn && (
        <CopyDialog
          flow={flow}
          token={token}
          onClose={() => onOpen(false)}
          onCopied={(id) => window.location.assign(`/flows/${id}`)}
        />
      )}
    </Suspense>
  </>
)
