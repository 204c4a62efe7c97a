import { emailsContract, imageCalls } from '@millrace/emails/contract'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../instance/client.ts'
import { untilItStands } from './page.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let owner: Client
let page: Page

beforeAll(async () => {
  stage = await openStage({ email: 'painter@journey.example' })
  owner = stage.owner
  page = await stage.pageOf(owner)
})
afterAll(() => stage?.close())

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Carried = { name: string; type: string; base64: string }
const IMAGE: Carried = { name: 'mill.png', type: 'image/png', base64: PNG }
const LETTER: Carried = { name: 'letter.pdf', type: 'application/pdf', base64: btoa('%PDF-1.7') }

/** Pastes a file into what a selector finds, or drops it there, as a reader's hand would; answers whether the page took it. */
const carry = (where: Page | Frame, selector: string, how: 'paste' | 'drop', file: Carried): Promise<boolean> =>
  where
    .locator(selector)
    .first()
    .evaluate(
      (element, { how, name, type, base64 }) => {
        const data = new DataTransfer()
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
        const { x, y, width, height } = element.getBoundingClientRect()
        const own = { bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2 }
        if (how === 'paste') return !element.dispatchEvent(new ClipboardEvent('paste', { ...own, clipboardData: data }))
        for (const kind of ['dragenter', 'dragover'])
          element.dispatchEvent(new DragEvent(kind, { ...own, dataTransfer: data }))
        return !element.dispatchEvent(new DragEvent('drop', { ...own, dataTransfer: data }))
      },
      { how, ...file },
    )

const EMPTY = { body: { rows: [], values: { contentWidth: '600px' } } }
const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Hello there</mj-text></mj-column></mj-section></mj-body></mjml>'

const EDITORS = [
  ['block', { type: 'unlayer', state: EMPTY }, 'text=The mail is empty'],
  ['rich text', { type: 'richtext', state: { html: '<p>Hello there</p>' } }, '.tiptap'],
  ['visual', { type: 'visual', state: { mjml: MJML } }, 'text=Hello there'],
] as const

const inLibrary = async () => (await owner(imageCalls.listImages, { query: {} })).images.map(({ url }) => url)

describe('an image', () => {
  it.each(EDITORS)(
    'that is pasted or dropped into the %s editor comes into the library',
    async (_name, editor, words) => {
      const about = { name: 'Images', subject: 'One', fromEmail: 'painter@journey.example' }
      const { email } = await owner(emailsContract.createEmail, { body: { ...about, editor } })
      await page.goto(`/emails/${email.id}`)
      const isFramed = editor.type === 'visual'
      const frame = isFramed ? await (await page.waitForSelector('iframe.gjs-frame')).contentFrame() : null
      const where = frame ?? page
      await where.locator(words).first().waitFor()
      await untilItStands(page)
      const before = await inLibrary()
      // What was put in stands in the place of the words of an empty mail.
      const canvas = editor.type === 'unlayer' ? '[data-scroller]' : words
      expect(await carry(where, canvas, 'paste', IMAGE)).toBe(true)
      const shown = () =>
        where.locator('img[src*="/images/"]').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src))
      const uploaded = async () => new Set((await inLibrary()).filter((url) => !before.includes(url)))
      await expect.poll(async () => new Set(await shown()).size).toBe(1)
      expect(await carry(where, canvas, 'drop', IMAGE)).toBe(true)
      await expect.poll(async () => (await uploaded()).size).toBe(2)
      await expect.poll(async () => new Set(await shown())).toEqual(await uploaded())
      expect(await carry(where, canvas, 'drop', LETTER)).toBe(true)
      await page.getByText('This is no image that mails can show.').first().waitFor()
      expect((await uploaded()).size).toBe(2)
    },
  )

  it('that falls beside the mail does not take the editor away', async () => {
    const at = page.url()
    expect(await carry(page, 'header, nav', 'drop', IMAGE)).toBe(true)
    expect(page.url()).toBe(at)
  })
})
