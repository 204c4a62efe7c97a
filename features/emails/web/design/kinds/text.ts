import type { BlockKind } from './kind.ts'

export const text: BlockKind = {
  type: 'text',
  name: 'Text',
  values: {
    containerPadding: '8px 24px',
    fontSize: '15px',
    textAlign: 'left',
    lineHeight: '160%',
    text: '<p>Write something here.</p>',
  },
}
