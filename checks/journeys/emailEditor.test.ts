import { emailsContract, versionCalls } from '@millrace/emails/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, until } from '../instance/client.ts'
import { untilItStands } from './page.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let owner: Client
let page: Page
const known = { email: 0 }

const EMPTY = { body: { rows: [], values: { contentWidth: '600px', backgroundColor: '#f4f4f6' } } }
const HOSTILE =
  '<p onclick="window.broken=1">words<img src="x" onerror="window.broken=1"><script>window.broken=1</script><a href="javascript:window.broken=1">link</a></p><iframe src="/"></iframe><form action="/"><input></form>'

beforeAll(async () => {
  stage = await openStage({ email: 'writer@journey.example' })
  owner = stage.owner
  page = await stage.pageOf(owner, { bypassCSP: false })
  const body = { name: 'Journey', subject: 'One', fromEmail: 'writer@journey.example' }
  const editor = { type: 'unlayer' as const, state: EMPTY }
  known.email = (await owner(emailsContract.createEmail, { body: { ...body, editor } })).email.id
})
afterAll(() => stage?.close())

const blocks = () =>
  page.locator('[data-block]').evaluateAll((all) => all.map((block) => block.getAttribute('aria-label')))

const dragTo = async (name: string, x: number, y: number) => {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  if (!box) throw new Error(`${name} is not on the page.`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + 30, { steps: 3 })
  await page.mouse.move(x, y, { steps: 6 })
  await page.mouse.up()
}

/** The merge tags that the page marks as such. */
const marked = () =>
  page.evaluate(() =>
    [...(CSS.highlights.get('merge-tag') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
      String(startContainer.textContent).slice(startOffset, endOffset),
    ),
  )

describe('writing an email', () => {
  it('adds blocks by pressing and by dragging, and takes them back', async () => {
    await page.goto(`/emails/${known.email}`)
    await page.getByRole('button', { name: 'Heading', exact: true }).click()
    await page.getByRole('button', { name: 'Button', exact: true }).click()
    await expect.poll(blocks).toEqual(['Heading block', 'Button block'])
    await untilItStands(page)
    const row = await page.locator('[data-row="0"]').boundingBox()
    await dragTo('Text', (row?.x ?? 0) + 300, (row?.y ?? 0) + (row?.height ?? 0) / 2)
    await expect.poll(blocks).toEqual(['Heading block', 'Text block', 'Button block'])
    await page.keyboard.press('Control+z')
    await expect.poll(blocks).toEqual(['Heading block', 'Button block'])
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(blocks).toEqual(['Heading block', 'Text block', 'Button block'])
  })

  it('moves and removes blocks by keyboard', async () => {
    await page.getByRole('group', { name: 'Text block' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(blocks).toEqual(['Text block', 'Heading block', 'Button block'])
    await page.getByRole('group', { name: 'Heading block' }).focus()
    await page.keyboard.press('Delete')
    await expect.poll(blocks).toEqual(['Text block', 'Button block'])
  })

  it('is written in place, with merge tags, and kept by itself', async () => {
    await page.getByRole('group', { name: 'Text block' }).click()
    const words = page.getByRole('textbox', { name: 'Text', exact: true })
    await words.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Hello ')
    const insert = async () => {
      await page.getByRole('toolbar', { name: 'Text' }).getByRole('button', { name: 'Insert a merge tag' }).click()
      await page.getByLabel('If a person has no value').fill('friend')
      await page.getByRole('option', { name: /First name/ }).click()
    }
    await insert()
    await expect.poll(marked).toEqual(["{{ person.first_name | default: 'friend' }}"])
    await page.keyboard.press('Backspace')
    await expect.poll(marked).toEqual([])
    expect(await words.innerText()).toMatch(/^Hello\s$/)
    await insert()
    await expect.poll(marked).toHaveLength(1)
    await page.getByLabel('Subject').fill('For {{ person.first_name }}')
    await page.getByText('Draft saved').waitFor()
    const { email } = await owner(emailsContract.getEmail, { params: { id: known.email } })
    expect(email).toMatchObject({ subject: 'One', version: 1, hasDraft: true })
  })

  it('is saved as a version, and an older one comes back', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved just now', { exact: true }).waitFor()
    const { email } = await owner(emailsContract.getEmail, { params: { id: known.email } })
    expect(email).toMatchObject({ subject: 'For {{ person.first_name }}', version: 2, hasDraft: false })
    expect(email.html).toContain("{{ person.first_name | default: 'friend' }}")
    await page.getByRole('button', { name: 'Versions' }).click()
    await page.getByRole('button', { name: /Version 1/ }).click()
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByText('The mail is empty').waitFor()
  })

  it('says where Liquid is wrong, and saves nothing then', async () => {
    await page.getByLabel('Subject').fill('Hi {% if %}')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText("Couldn't process Liquid tags").waitFor()
    const { email } = await owner(emailsContract.getEmail, { params: { id: known.email } })
    expect(email.subject).toBe('One')
  })

  it('goes on from what somebody else saved meanwhile, as it is now', async () => {
    await page.goto(`/emails/${known.email}`)
    const subject = page.getByLabel('Subject')
    await expect.poll(() => subject.inputValue()).not.toBe('')
    await owner(emailsContract.updateEmail, { params: { id: known.email }, body: { subject: 'Theirs' } })
    await subject.fill('Mine')
    await page.getByRole('button', { name: 'Take the other' }).click()
    await expect.poll(() => subject.inputValue()).toBe('Theirs')
    await subject.fill('On top of theirs')
    await page.getByText('Draft saved').waitFor()
    const { version } = await owner(versionCalls.latestVersion, { params: { id: known.email } })
    expect(version.subject).toBe('On top of theirs')
  })

  it('shows the mail as a reader gets it', async () => {
    await page.getByLabel('Subject').fill('Hi {{ person.first_name }}')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText('Hi Ada', { exact: true }).waitFor()
  })
})

describe('a design from elsewhere', () => {
  it('runs nothing in our page', async () => {
    const contents = ['text', 'html', 'heading'].map((type) => ({ type, values: { text: HOSTILE, html: HOSTILE } }))
    const state = { body: { rows: [{ cells: [1], columns: [{ contents, values: {} }], values: {} }], values: {} } }
    const body = {
      name: 'Hostile',
      subject: 'x',
      fromEmail: 'writer@journey.example',
      editor: { type: 'unlayer' as const, state },
    }
    const { email } = await owner(emailsContract.createEmail, { body })
    await page.goto(`/emails/${email.id}`)
    const text = page.getByRole('group', { name: 'Text block' })
    await text.getByText('words').waitFor()
    const markup = await text.innerHTML()
    expect(markup).not.toMatch(/onerror|onclick|<script|javascript:|<iframe|<form|<input/i)
    await text.click()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const frame = page.frameLocator('iframe[title="The mail"]')
    await frame.getByText('words').first().waitFor()
    const sandbox = await page.locator('iframe[title="The mail"]').getAttribute('sandbox')
    expect(sandbox).not.toContain('allow-scripts')
    expect(await page.evaluate(() => (window as { broken?: number }).broken)).toBeUndefined()
  })

  it('keeps what the editor does not know', async () => {
    const contents = [{ type: 'carousel', values: { own: { deep: [1] } }, more: true }]
    const state = {
      mine: 1,
      body: { rows: [{ cells: [1], columns: [{ contents, values: {} }], values: {} }], values: {} },
    }
    const body = {
      name: 'Other',
      subject: 'x',
      fromEmail: 'writer@journey.example',
      editor: { type: 'unlayer' as const, state },
    }
    const { email } = await owner(emailsContract.createEmail, { body })
    await page.goto(`/emails/${email.id}`)
    await page.getByText('Made elsewhere').waitFor()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const saved = await until('the save', async () => {
      const read = await owner(emailsContract.getEmail, { params: { id: email.id } })
      return read.email.version === 2 && read.email
    })
    const kept = saved.editor.state as typeof state
    expect(kept.mine).toBe(1)
    expect(kept.body.rows.flatMap((row) => row.columns).flatMap((column) => column.contents)).toContainEqual(
      expect.objectContaining({ type: 'carousel', values: { own: { deep: [1] } }, more: true }),
    )
  })

  it('opens over any page, keeps what was written and leaves one where one was', async () => {
    await page.goto(`/people?email=${known.email}`)
    const close = page.getByRole('button', { name: 'Close the email' })
    await page.getByRole('button', { name: 'Divider', exact: true }).click()
    const added = page.getByRole('group', { name: 'Divider block' })
    await added.focus()
    await added.press('Escape')
    expect(await close.isVisible()).toBe(true)
    await close.focus()
    await close.press('Escape')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => close.count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/people')
    await until('the draft', async () => {
      const { version } = await owner(versionCalls.latestVersion, { params: { id: known.email } })
      return version.isDraft && JSON.stringify(version.editor.state).includes('"divider"')
    })
  })
})
