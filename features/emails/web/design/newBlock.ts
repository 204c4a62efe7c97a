import type { Design, DesignBlock, DesignRow, DesignValues } from '../../contract/design.ts'
import type { BlockKind } from './kinds/kind.ts'
import { countName, KINDS, type KindName } from './kinds.ts'

/** Row layouts that the palette offers: the share of each column. */
export const LAYOUTS: readonly (readonly number[])[] = [[1], [1, 1], [1, 1, 1], [1, 2], [2, 1]]

/** A name for a new part that no other has. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 10)

/** A block as the palette gives it. `number` tells it from others of its kind. */
export const newBlock = (name: KindName, number: number): DesignBlock => {
  const { type, slug, values }: BlockKind = KINDS[name]
  const part = `u_${countName({ type, ...(slug && { slug }) })}`
  return {
    id: newId(),
    type,
    ...(slug && { slug }),
    values: {
      ...structuredClone(values),
      hideDesktop: false,
      _meta: { htmlID: `${part}_${number}`, htmlClassNames: part },
      selectable: true,
      draggable: true,
      duplicatable: true,
      deletable: true,
    },
  }
}

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
