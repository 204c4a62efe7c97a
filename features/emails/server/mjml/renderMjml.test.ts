import { beforeAll, expect, test } from 'vitest'
import { renderMjml, withMjmlHtml } from './renderMjml.ts'

const mjml = (body: string, head = '') => `<mjml><mj-head>${head}</mj-head><mj-body>${body}</mj-body></mjml>`
const column = (inside: string) => `<mj-section><mj-column>${inside}</mj-column></mj-section>`

// The compiler is loaded with the first use, which takes long on a busy machine.
beforeAll(() => renderMjml('<mjml><mj-body></mj-body></mjml>').then(() => undefined), 60_000)

test('MJML becomes a document of tables, its Liquid untouched', async () => {
  const liquid = `{{ person.first_name | default: "x > y" }}`
  const html = await renderMjml(
    mjml(
      column(
        `<mj-text>Hello ${liquid}{% if a < b %}!{% endif %}</mj-text><mj-button href="{{ event.url }}">Go</mj-button>`,
      ),
    ),
  )
  expect(html).toMatch(/^<!doctype html>/i)
  expect(html).toContain(`Hello ${liquid}{% if a < b %}!{% endif %}`)
  expect(html).toContain('href="{{ event.url }}"')
  expect(html).toContain('<table')
  // Opening a mail tells nobody else: fonts are not fetched from elsewhere unless the writer asks for one.
  expect(html).not.toContain('fonts.googleapis')
})

test('includes read no files', async () => {
  const html = await renderMjml(mjml(`<mj-include path="/etc/passwd" type="html" />${column('<mj-text>Hi</mj-text>')}`))
  expect(html).toContain('Hi')
  expect(html).not.toContain('root:')
})

test('what is not known is left out, what is no MJML is refused', async () => {
  expect(await renderMjml(mjml(column('<mj-text>Hi</mj-text><mj-nothing>Gone</mj-nothing>')))).not.toContain('Gone')
  await expect(renderMjml('just words')).rejects.toThrow('This is no MJML')
  await expect(renderMjml('x'.repeat(500_001))).rejects.toThrow('too long')
})

test('HTML that came beside MJML is not believed', async () => {
  const state = { mjml: mjml(column('<mj-text>Mine</mj-text>')) }
  const { editor } = await withMjmlHtml({ editor: { type: 'visual', state, html: '<p>Theirs</p>' } })
  expect(editor.html).toContain('Mine')
  expect(editor.html).not.toContain('Theirs')
  const other = { editor: { type: 'preview', state: null, html: '<p>As it is</p>' } }
  expect(await withMjmlHtml(other)).toBe(other)
})
