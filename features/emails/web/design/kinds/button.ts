import type { BlockKind } from './kind.ts'
import { link } from './link.ts'

export const button: BlockKind = {
  type: 'button',
  name: 'Button',
  values: {
    containerPadding: '12px 24px',
    href: link(),
    buttonColors: {
      color: '#FFFFFF',
      backgroundColor: '#5a55db',
      hoverColor: '#FFFFFF',
      hoverBackgroundColor: '#4a45c4',
    },
    size: { autoWidth: true, width: '100%' },
    fontSize: '14px',
    fontWeight: 600,
    textAlign: 'left',
    lineHeight: '120%',
    padding: '12px 22px',
    border: {},
    borderRadius: '8px',
    text: 'Click here',
  },
}
