import type { BlockKind } from './kind.ts'
import { link } from './link.ts'

export const image: BlockKind = {
  type: 'image',
  name: 'Image',
  values: {
    containerPadding: '10px 24px',
    src: { url: '', width: 600, height: 300, autoWidth: true, maxWidth: '100%' },
    textAlign: 'center',
    altText: '',
    action: link(),
  },
}
