import type { FlowRow } from '../../contract/index.ts'

/** Where a flow stands, in a word. */
export const stateOf = ({
  status,
  activatedAt,
}: Pick<FlowRow, 'status' | 'activatedAt'>): 'Active' | 'Paused' | 'Draft' =>
  status === 'on' ? 'Active' : activatedAt ? 'Paused' : 'Draft'
