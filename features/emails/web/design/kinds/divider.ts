import type { BlockKind } from './kind.ts'

export const divider: BlockKind = {
  type: 'divider',
  name: 'Divider',
  values: {
    containerPadding: '14px 24px',
    width: '100%',
    border: { borderTopWidth: '1px', borderTopStyle: 'solid', borderTopColor: '#e0e0e6' },
    textAlign: 'center',
  },
}
