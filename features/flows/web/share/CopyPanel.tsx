import { useGo } from '@millrace/kit/web'
import type { FlowPanelProps } from '../screens/slots.ts'
import CopyDialog from './CopyDialog.tsx'

/** Copies the flow that is open. */
export default function CopyPanel({ flow, onClose }: FlowPanelProps) {
  const go = useGo()
  return <CopyDialog flow={flow} onClose={onClose} onCopied={(id) => go(`/flows/${id}`)} />
}
