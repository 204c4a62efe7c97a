import type { Design, DesignBlock, DesignRow, DesignValues } from '../../contract/design.ts'

/** Blocks that the palette offers. */
export const PALETTE = ['heading', 'text', 'button', 'image', 'divider', 'html'] as const
export type PaletteType = (typeof PALETTE)[number]

/** Row layouts that the palette offers: the share of each column. */
export const LAYOUTS: readonly (readonly number[])[] = [[1], [1, 1], [1, 1, 1], [1, 2], [2, 1]]

const link = (href = '') => ({
  name: 'web',
  attrs: { href: '{{href}}', target: '{{target}}' },
  values: { href, target: '_blank' },
})

const VALUES: Record<PaletteType, DesignValues> = {
  heading: {
    containerPadding: '16px 24px 4px',
    headingType: 'h1',
    fontSize: '26px',
    fontWeight: 700,
    textAlign: 'left',
    lineHeight: '130%',
    text: 'A heading',
  },
  text: {
    containerPadding: '8px 24px',
    fontSize: '15px',
    textAlign: 'left',
    lineHeight: '160%',
    text: '<p>Write something here.</p>',
  },
  button: {
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
  image: {
    containerPadding: '10px 24px',
    src: { url: '', width: 600, height: 300, autoWidth: true, maxWidth: '100%' },
    textAlign: 'center',
    altText: '',
    action: link(),
  },
  divider: {
    containerPadding: '14px 24px',
    width: '100%',
    border: { borderTopWidth: '1px', borderTopStyle: 'solid', borderTopColor: '#e0e0e6' },
    textAlign: 'center',
  },
  html: { containerPadding: '10px 24px', html: '<p style="margin:0">Your own <strong>HTML</strong></p>' },
}

/** A name for a new part that no other has. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 10)

const meta = (kind: string, number: number) => ({
  htmlID: `u_content_${kind}_${number}`,
  htmlClassNames: `u_content_${kind}`,
})

/** A block as the palette gives it. `number` tells it from others of its kind. */
export const newBlock = (type: PaletteType, number: number): DesignBlock => ({
  id: newId(),
  type,
  values: {
    ...structuredClone(VALUES[type]),
    hideDesktop: false,
    _meta: meta(type, number),
    selectable: true,
    draggable: true,
    duplicatable: true,
    deletable: true,
  },
})

/** An empty row with these columns. */
export const newRow = (cells: readonly number[], number: number): DesignRow => ({
  id: newId(),
  cells: [...cells],
  columns: cells.map((_share, index) => ({
    id: newId(),
    contents: [],
    values: {
      backgroundColor: '',
      padding: '0px',
      border: {},
      borderRadius: '0px',
      _meta: { htmlID: `u_column_${number}_${index + 1}`, htmlClassNames: 'u_column' },
    },
  })),
  values: {
    displayCondition: null,
    columns: false,
    backgroundColor: '',
    columnsBackgroundColor: '#ffffff',
    padding: '0px',
    _meta: { htmlID: `u_row_${number}`, htmlClassNames: 'u_row' },
  },
})

const withBlocks = (row: DesignRow, ...blocks: DesignBlock[]): DesignRow => ({
  ...row,
  columns: row.columns.map((column, index) => (index === 0 ? { ...column, contents: blocks } : column)),
})

const tuned = (block: DesignBlock, values: DesignValues): DesignBlock => ({
  ...block,
  values: { ...block.values, ...values },
})

/** What a new email begins with: a greeting, a paragraph, a button, and the footer that marketing mail needs. */
export const starterDesign = (): Design => {
  const footer = tuned(newBlock('text', 2), {
    containerPadding: '18px 24px',
    fontSize: '12px',
    textAlign: 'center',
    color: '#6b6b77',
    text: '<p>{{ account.name }} · {{ account.mailing_address }}<br><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  })
  const row = newRow([1], 1)
  const footerRow = newRow([1], 2)
  const blocks = [
    tuned(newBlock('heading', 1), {
      containerPadding: '32px 24px 8px',
      text: "Hello {{ person.first_name | default: 'there' }}",
    }),
    newBlock('text', 1),
    tuned(newBlock('button', 1), { containerPadding: '12px 24px 32px' }),
  ]
  return {
    counters: { u_row: 2, u_column: 2, u_content_heading: 1, u_content_text: 2, u_content_button: 1 },
    schemaVersion: 16,
    body: {
      id: newId(),
      rows: [
        { ...withBlocks(row, ...blocks), values: { ...row.values, padding: '24px 0px 0px' } },
        { ...withBlocks(footerRow, footer), values: { ...footerRow.values, columnsBackgroundColor: '' } },
      ],
      headers: [],
      footers: [],
      values: {
        contentWidth: '600px',
        contentAlign: 'center',
        backgroundColor: '#f4f4f6',
        textColor: '#18181d',
        fontFamily: { label: 'Arial', value: 'arial,helvetica,sans-serif' },
        linkStyle: { body: true, linkColor: '#5a55db', linkUnderline: true },
        preheaderText: '',
        _meta: { htmlID: 'u_body', htmlClassNames: 'u_body' },
      },
    },
  }
}
