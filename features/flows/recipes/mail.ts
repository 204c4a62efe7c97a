import type { PackedEmail } from '@millrace/emails/server'

type Block = { type: 'heading' | 'text' | 'button' | 'divider'; values: Record<string, unknown> }

const INK = '#18181d'
const ACCENT = '#5a55db'

const block = (type: Block['type'], values: Block['values']): Block => ({ type, values })

/** A heading. */
export const heading = (text: string): Block =>
  block('heading', {
    containerPadding: '28px 32px 4px',
    headingType: 'h1',
    fontSize: '24px',
    fontWeight: 700,
    lineHeight: '130%',
    textAlign: 'left',
    color: INK,
    text,
  })

/** Paragraphs. */
export const text = (...paragraphs: string[]): Block =>
  block('text', {
    containerPadding: '8px 32px',
    fontSize: '15px',
    lineHeight: '165%',
    textAlign: 'left',
    color: '#3f3f4a',
    text: paragraphs.map((one) => `<p style="margin: 0 0 12px">${one}</p>`).join(''),
  })

/** A list of points. */
export const points = (...items: string[]): Block =>
  block('text', {
    containerPadding: '0px 32px 8px',
    fontSize: '15px',
    lineHeight: '165%',
    textAlign: 'left',
    color: '#3f3f4a',
    text: `<ul style="margin: 0; padding-left: 20px">${items.map((one) => `<li style="margin-bottom: 6px">${one}</li>`).join('')}</ul>`,
  })

/** An address at the account's own site. */
export const site = (path = ''): string => `https://{{ account.site | remove: "https://" | remove: "http://" }}${path}`

/** A button that leads to the account's own site. */
export const button = (label: string, path: string): Block =>
  block('button', {
    containerPadding: '12px 32px 20px',
    text: `<span>${label}</span>`,
    href: {
      name: 'web',
      attrs: { href: '{{href}}', target: '{{target}}' },
      values: { href: site(path), target: '_blank' },
    },
    buttonColors: {
      color: '#ffffff',
      backgroundColor: ACCENT,
      hoverColor: '#ffffff',
      hoverBackgroundColor: '#4a45c4',
    },
    size: { autoWidth: true, width: '100%' },
    fontSize: '15px',
    fontWeight: 600,
    textAlign: 'left',
    lineHeight: '120%',
    padding: '13px 24px',
    border: {},
    borderRadius: '8px',
  })

const line = block('divider', {
  containerPadding: '16px 32px 0px',
  width: '100%',
  border: { borderTopWidth: '1px', borderTopStyle: 'solid', borderTopColor: '#e6e6eb' },
  textAlign: 'center',
})

const small = (html: string) =>
  block('text', {
    containerPadding: '12px 32px 24px',
    fontSize: '12px',
    lineHeight: '160%',
    textAlign: 'left',
    color: '#6a6a77',
    text: `<p style="margin: 0">${html}</p>`,
  })

const SENDER_LINE = '{{ account.name }} · {{ account.mailing_address }}'

const meta = (kind: string, number: number) => ({
  _meta: { htmlID: `u_${kind}_${number}`, htmlClassNames: `u_${kind}` },
})

const FREE = { selectable: true, draggable: true, duplicatable: true, deletable: true, hideDesktop: false }

const numbered = (blocks: readonly Block[], counters: Record<string, number>) =>
  blocks.map(({ type, values }, index) => {
    const name = `u_content_${type}`
    counters[name] = (counters[name] ?? 0) + 1
    return { id: `block${index + 1}`, type, values: { ...values, ...FREE, ...meta(`content_${type}`, counters[name]) } }
  })

const designOf = (blocks: readonly Block[]): Record<string, unknown> => {
  const counters: Record<string, number> = { u_row: 1, u_column: 1 }
  const contents = numbered(blocks, counters)
  const column = {
    id: 'column1',
    contents,
    values: { backgroundColor: '', padding: '8px 0px', border: {}, borderRadius: '0px', ...meta('column', 1) },
  }
  const row = {
    id: 'row1',
    cells: [1],
    columns: [column],
    values: { backgroundColor: '', columnsBackgroundColor: '#ffffff', padding: '24px 0px', ...meta('row', 1) },
  }
  return {
    counters,
    schemaVersion: 16,
    body: {
      id: 'body',
      rows: [row],
      headers: [],
      footers: [],
      values: {
        backgroundColor: '#f4f4f6',
        contentWidth: '600px',
        contentAlign: 'center',
        fontFamily: { label: 'Arial', value: 'arial,helvetica,sans-serif' },
        textColor: INK,
        linkStyle: { body: true, linkColor: ACCENT, linkUnderline: true },
        ...meta('body', 1),
      },
    },
  }
}

type Mail = { name: string; subject: string; preheader: string; blocks: readonly Block[]; isTransactional?: boolean }

/** How mails greet their reader. */
export const HELLO = 'Hi {{ person.firstName | default: "there" }},'

/** A mail of a recipe as our editor saves it; its foot says who it is from and, where it is not about a purchase, how to stop. */
export const mail = (id: number, { name, subject, preheader, blocks, isTransactional = false }: Mail): PackedEmail => {
  const foot = isTransactional ? SENDER_LINE : `${SENDER_LINE}<br><a href="{{ unsubscribe_url }}">Unsubscribe</a>`
  const state = designOf([...blocks, line, small(foot)])
  return {
    id,
    name,
    isTransactional,
    previewImage: null,
    content: { type: 'HTML', subject, preheader, editorType: 'unlayer', state, html: '' },
  }
}
