import type { BlockKind } from './kind.ts'

export const snippet: BlockKind = {
  type: 'custom',
  slug: 'millrace-snippet',
  name: 'Snippet',
  values: { containerPadding: '0px' },
}
