import type { BlockKind } from './kind.ts'

export const video: BlockKind = { type: 'video', name: 'Video', values: { containerPadding: '10px 24px', video: {} } }
