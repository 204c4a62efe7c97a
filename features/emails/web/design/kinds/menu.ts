import type { BlockKind } from './kind.ts'
import { link } from './link.ts'

export const menu: BlockKind = {
  type: 'menu',
  name: 'Menu',
  values: {
    containerPadding: '10px 24px',
    menu: {
      items: [
        { key: '1', text: 'Home', link: link('https://') },
        { key: '2', text: 'Pricing', link: link('https://') },
        { key: '3', text: 'Contact', link: link('https://') },
      ],
    },
    fontSize: '14px',
    textColor: '#52525e',
    linkColor: '#5a55db',
    align: 'center',
    layout: 'horizontal',
    separator: '',
    padding: '5px 14px',
  },
}
