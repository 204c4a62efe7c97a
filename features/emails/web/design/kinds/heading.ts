import type { BlockKind } from './kind.ts'

export const heading: BlockKind = {
  type: 'heading',
  name: 'Heading',
  values: {
    containerPadding: '16px 24px 4px',
    headingType: 'h1',
    fontSize: '26px',
    fontWeight: 700,
    textAlign: 'left',
    lineHeight: '130%',
    text: 'A heading',
  },
}
