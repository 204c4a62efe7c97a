import type { BlockKind } from './kind.ts'

export const social: BlockKind = {
  type: 'social',
  name: 'Social',
  values: {
    containerPadding: '12px 24px',
    icons: {
      iconType: 'circle',
      icons: [
        { name: 'LinkedIn', url: 'https://linkedin.com/' },
        { name: 'X', url: 'https://x.com/' },
        { name: 'YouTube', url: 'https://youtube.com/' },
      ],
    },
    align: 'center',
    iconSize: 32,
    spacing: 8,
  },
}
