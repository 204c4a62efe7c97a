import type { Design, DesignBlock } from '../contract/design.ts'

/** A block for tests. */
export const buildBlock = (type: string, values: Record<string, unknown> = {}): DesignBlock => ({
  id: `${type}-1`,
  type,
  values: { containerPadding: '10px', ...values },
})

/** A design with one row for each list of blocks. */
export const buildDesign = (...rows: DesignBlock[][]): Design => ({
  counters: {},
  schemaVersion: 16,
  body: {
    id: 'body',
    headers: [],
    footers: [],
    rows: rows.map((contents, index) => ({
      id: `row-${index}`,
      cells: [1],
      columns: [{ id: `column-${index}`, contents, values: {} }],
      values: {},
    })),
    values: { contentWidth: '600px' },
  },
})
