import type { BlockKind } from './kind.ts'

const cells = (...texts: string[]) => ({ cells: texts.map((text) => ({ text, width: 50 })), height: 0 })
const LINE = { Width: '1px', Style: 'solid', Color: '#e0e0e6' }
const border = Object.fromEntries(
  ['Top', 'Left', 'Right', 'Bottom'].flatMap((side) =>
    Object.entries(LINE).map(([part, value]) => [`border${side}${part}`, value]),
  ),
)

export const table: BlockKind = {
  type: 'table',
  name: 'Table',
  values: {
    containerPadding: '10px 24px',
    columns: 2,
    rows: 2,
    border,
    table: {
      headers: [cells('Plan', 'Price')],
      rows: [cells('Team', '€20'), cells('Business', '€60')],
      footers: [cells('', '')],
    },
    stripedRows: false,
    stripedRowsBackgroundColor: '#f4f4f6',
    enableHeader: true,
    headerBackgroundColor: '#f4f4f6',
    headerFontWeight: 700,
    headerFontSize: '14px',
    headerTextAlign: 'left',
    headerPadding: '10px',
    contentBackgroundColor: '#ffffff',
    contentFontSize: '14px',
    contentTextAlign: 'left',
    contentLineHeight: '140%',
    contentPadding: '10px',
    enableFooter: false,
    footerBackgroundColor: '#f4f4f6',
    footerFontWeight: 700,
    footerFontSize: '14px',
    footerTextAlign: 'left',
    footerPadding: '10px',
  },
}
