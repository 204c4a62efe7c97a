import type { Design, DesignBlock, DesignRow } from '../contract/design.ts'

const OWN = { selectable: true, draggable: true, duplicatable: true, deletable: true }
const meta = (kind: string, number: number) => ({
  _meta: { htmlID: `u_content_${kind}_${number}`, htmlClassNames: `u_content_${kind}` },
})
const web = (href: string) => ({ name: 'web', values: { href, target: '_blank' } })
const row = (
  contents: DesignBlock[],
  values: Record<string, unknown> = {},
  about: Partial<DesignRow> = {},
): DesignRow => ({
  cells: [1],
  columns: [{ contents, values: { backgroundColor: '', padding: '0px', border: {}, _meta: {} } }],
  values: { displayCondition: null, columns: false, backgroundColor: '', padding: '0px', ...values },
  ...about,
})
const text = (words: string, values: Record<string, unknown> = {}): DesignBlock => ({
  type: 'text',
  values: {
    containerPadding: '10px',
    textAlign: 'left',
    lineHeight: '140%',
    text: `<p>${words}</p>`,
    ...OWN,
    ...values,
  },
})
const lexical = (words: string) =>
  JSON.stringify({
    root: { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', text: words, format: 0 }] }] },
  })

/** How designs of Unlayer's schema 5 and 6 look: no ids, devices at the top, links without patterns. */
export const SCHEMA_5: Design = {
  counters: { u_column: 2, u_row: 2, u_content_text: 2, u_content_menu: 1, u_content_social: 1 },
  body: {
    rows: [
      row([
        text('Autumn news', { hideDesktop: false, hideMobile: true, ...meta('text', 1) }),
        {
          type: 'menu',
          values: {
            containerPadding: '25px 10px 10px',
            menu: { items: [{ key: '1606923979328', link: web('https://example.com/news'), text: 'NEWS' }] },
            fontFamily: {
              label: 'Montserrat',
              value: "'Montserrat',sans-serif",
              url: 'https://fonts.example/css?family=Montserrat:400,700',
              defaultFont: true,
            },
            ...meta('menu', 1),
          },
        },
      ]),
      row([
        {
          type: 'social',
          values: {
            icons: { iconType: 'circle-white', icons: [{ url: 'https://facebook.example/', name: 'Facebook' }] },
            spacing: 10,
            ...meta('social', 1),
          },
        },
      ]),
    ],
    values: { backgroundColor: '#e7e7e7', contentWidth: '600px', fontFamily: { label: 'Arial', value: 'arial' } },
  },
  schemaVersion: 5,
}

/** How designs of schema 12 to 16 look: ids, patterns of links, overrides of devices, conditions, blocks of others. */
export const SCHEMA_12: Design = {
  counters: { u_column: 3, u_row: 3 },
  body: {
    id: 'b0dy',
    headers: [row([text('Of every mail')], {}, { id: 'header' })],
    footers: [row([text('Unsubscribe {{ unsubscribe_url }}')], {}, { id: 'footer' })],
    rows: [
      row(
        [
          {
            id: 'b1',
            type: 'heading',
            values: { headingType: 'h2', text: 'For customers', textJson: lexical('For customers'), ...OWN },
          },
          {
            id: 'b2',
            type: 'carousel',
            values: { images: [{ url: 'https://example.com/a.png' }], unheardOf: [1, { a: null }] },
          },
          { id: 'b3', type: 'form', values: { fields: [{ name: 'email' }] }, locked: true },
          { id: 'b4', type: 'page_break', values: {} },
          { id: 'b5', type: 'custom', slug: 'countdown#tool', values: { end: '2027-01-01' } },
        ],
        {
          displayCondition: {
            type: 'member',
            label: 'Customers',
            description: 'Only customers',
            before: "{% if person.plan == 'pro' %}",
            after: '{% endif %}',
          },
          backgroundImage: {
            url: 'https://example.com/bg.png',
            fullWidth: true,
            repeat: false,
            center: true,
            cover: false,
          },
          anchor: 'customers',
          _override: { mobile: { hideMobile: false, padding: '4px' }, tablet: { padding: '6px' } },
          _languages: { 'de-DE': { text: 'Für Kunden' } },
        },
        { id: 'r1', locked: false },
      ),
      {
        id: 'r2',
        cells: [1, 2, 1, 2],
        columns: [1, 2, 3, 4].map((number) => ({
          id: `c${number}`,
          contents: [text(`Column ${number}`)],
          values: {
            border: { borderTopWidth: '1px', borderTopStyle: 'solid', borderTopColor: '#ccc' },
            deletable: false,
          },
          locked: false,
        })),
        values: { noStackMobile: true, hideDesktop: true },
      },
    ],
    values: { contentWidth: '600px', language: { label: 'German', value: 'de' }, accessibilityTitle: 'News & more' },
  },
  schemaVersion: 12,
  thumbnail: 'kept',
}

/** How designs of schema 24 look: words as Lexical JSON, countdowns, no headers. */
export const SCHEMA_24: Design = {
  counters: { u_column: 1, u_row: 1 },
  body: {
    id: 'b24',
    rows: [
      row(
        [
          { id: 'p1', type: 'paragraph', values: { textJson: lexical('From JSON'), fontSize: '14px', ...OWN } },
          { id: 'v1', type: 'video', values: { video: { type: 'youtube', videoId: 'dQw4w9WgXcQ', loading: false } } },
          {
            id: 't1',
            type: 'timer',
            values: { countdown: { countdownUrl: 'https://example.com/timer.gif', endTime: '2027-01-01T00:00:00' } },
          },
          {
            id: 't2',
            type: 'table',
            values: {
              table: {
                headers: [{ cells: [{ text: 'Item', width: 0 }], height: 0 }],
                rows: [{ cells: [{ text: 'A &amp; B', width: 0 }], height: 0 }],
                footers: [{ cells: [{ text: '' }] }],
              },
            },
          },
        ],
        {},
        { id: 'r24' },
      ),
    ],
    values: { contentWidth: 600 as unknown as string, textDirection: null },
  },
  schemaVersion: 24,
}

/** Designs in the shapes of other editors, old and new. */
export const FOREIGN_DESIGNS: readonly (readonly [name: string, design: Design])[] = [
  ['schema 5', SCHEMA_5],
  ['schema 12', SCHEMA_12],
  ['schema 24', SCHEMA_24],
]
