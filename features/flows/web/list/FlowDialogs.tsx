import { useFolderScope } from '@millrace/folders/web'
import { useGo } from '@millrace/kit/web'
import { lazy, Suspense } from 'react'
import type { FlowRow } from '../../contract/index.ts'

const CopyDialog = lazy(() => import('../share/CopyDialog.tsx'))
const ShareDialog = lazy(() => import('../share/ShareDialog.tsx'))
const RenameFlow = lazy(() => import('./RenameFlow.tsx'))

type Props = { dialog: 'rename' | 'share' | 'copy'; flow: FlowRow; onClose(): void }

/** What the list asks about one flow. */
export default function FlowDialogs({ dialog, flow, onClose }: Props) {
  const go = useGo()
  const { keepBeside } = useFolderScope()
  const toCopy = (id: number) => void keepBeside(flow.id, id).then(() => go(`/flows/${id}`))
  return (
    <Suspense fallback={null}>
      {dialog === 'rename' && <RenameFlow id={flow.id} before={flow.name} onClose={onClose} />}
      {dialog === 'share' && <ShareDialog flow={flow} onClose={onClose} />}
      {dialog === 'copy' && <CopyDialog flow={flow} onClose={onClose} onCopied={toCopy} />}
    </Suspense>
  )
}
