import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { emailsContract, imageCalls, versionCalls } from '@millrace/emails/contract'
import type { Dialog, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../instance/client.ts'
import { findings, keepPictureOfFailures, untilItStands } from './page.ts'
import { openStage, type Stage } from './stage.ts'
import { openVendorDouble } from './vendorDouble.ts'

let double: Awaited<ReturnType<typeof openVendorDouble>>
let stage: Stage
let owner: Client
let page: Page
/** Hosts that the page asked since the last look. */
let hosts: string[]

keepPictureOfFailures(() => page)

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const design = () => {
  const contents = [
    { id: 'words', type: 'text', values: { text: '<p>Ours</p>' } },
    { id: 'unknown', type: 'carousel', values: { own: { deep: [1] } }, more: true },
  ]
  const row = { id: 'row', cells: [1], columns: [{ id: 'column', contents, values: {} }], values: {} }
  return { mine: 1, body: { rows: [row], values: { contentWidth: '600px' } } }
}

const newEmail = async () => {
  const about = { name: 'Letter', subject: 'One', fromEmail: 'writer@journey.example' }
  const { email } = await owner(emailsContract.createEmail, {
    body: { ...about, editor: { type: 'unlayer', state: design() } },
  })
  return email.id
}

const draftOf = async (id: number) => {
  const { version } = await owner(versionCalls.latestVersion, { params: { id } })
  return {
    isDraft: version.isDraft,
    version: version.version,
    state: version.editor.state as ReturnType<typeof design>,
  }
}

const textOf = async (id: number) => JSON.stringify((await draftOf(id)).state)

/** The inside of the double: a frame in the frame. */
const elsewhere = (): FrameLocator => page.frameLocator('iframe[title="Unlayer\'s editor"]').frameLocator('iframe')

const openIt = async (id: number) => {
  await page.goto(`/emails/${id}`)
  await page.getByRole('group', { name: 'Text block' }).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit with Unlayer' }).click()
}

/** A stage whose pages are held to their policy, as browsers of members are. */
const open = async (env: Record<string, string>, port = 0) => {
  stage = await openStage({ email: 'writer@journey.example', env, port })
  owner = stage.owner
  page = await stage.pageOf(owner, { bypassCSP: false })
  hosts = []
  page.on('request', (request) => hosts.push(new URL(request.url()).host))
}

beforeAll(async () => {
  double = await openVendorDouble()
})
afterAll(() => double?.close())

describe('where no address of Unlayer is configured', () => {
  beforeAll(() => open({}))
  afterAll(() => stage?.close())

  it('nothing is offered, and nothing is asked elsewhere', async () => {
    const id = await newEmail()
    await page.goto(`/emails/${id}?with=unlayer`)
    await page.getByRole('group', { name: 'Text block' }).waitFor()
    await untilItStands(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Send test' }).waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).not.toContain('Edit with Unlayer')
    expect(new Set(hosts)).toEqual(new Set([new URL(stage.address).host]))
    const reply = await fetch(`${stage.address}/`, { headers: { accept: 'text/html' } })
    expect(reply.headers.get('content-security-policy')).toMatch(/frame-src 'self' blob:(;|$)/)
    expect((await fetch(`${stage.address}/unlayer/frame`)).status).toBe(404)
  })
})

describe("Unlayer's editor, where it is configured", () => {
  beforeAll(async () => {
    const port = await freePort()
    const env = {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      UNLAYER_SCRIPT_URL: double.script,
      UNLAYER_FRAME_URL: `http://editor.localhost:${port}`,
      UNLAYER_PROJECT_ID: '1234',
    }
    await open(env, port)
  })
  afterAll(() => stage?.close())
  beforeEach(() => {
    double.becomes('well')
    double.asked.length = 0
    hosts.length = 0
  })

  it('is loaded when it is opened, and on no other screen', async () => {
    const id = await newEmail()
    for (const address of ['/emails', `/emails/${id}`, '/people']) {
      await page.goto(address)
      await untilItStands(page)
    }
    expect(new Set(hosts)).toEqual(new Set([new URL(stage.address).host]))
    expect(double.asked).toEqual([])
    await openIt(id)
    await elsewhere().getByText('Embedded by editor.localhost').waitFor()
    expect(double.asked).toContain('/embed.js')
  })

  it('changes the design, which is kept by itself and opens in our editor with all that the other does not know', async () => {
    const id = await newEmail()
    await openIt(id)
    await elsewhere().getByText('A block of type carousel').waitFor()
    await untilItStands(page)
    expect(await draftOf(id)).toMatchObject({ isDraft: false, version: 1 })
    await elsewhere().getByLabel('Words').fill('<p>Changed elsewhere</p>')
    await page.getByText('Draft saved').waitFor()
    const { isDraft, state } = await draftOf(id)
    expect(isDraft).toBe(true)
    expect(state.mine).toBe(1)
    expect(state.body.rows[0]?.columns[0]?.contents).toEqual([
      { id: 'words', type: 'text', values: { text: '<p>Changed elsewhere</p>' } },
      { id: 'unknown', type: 'carousel', values: { own: { deep: [1] } }, more: true },
    ])
    await page.getByRole('button', { name: 'Back to our editor' }).click()
    await page.getByRole('group', { name: 'Text block' }).getByText('Changed elsewhere').waitFor()
    await page.getByText('Made elsewhere').waitFor()
  })

  it('is saved by our button, with HTML that our server made, and takes back what is undone here', async () => {
    const id = await newEmail()
    await openIt(id)
    await elsewhere().getByRole('button', { name: 'Add words' }).click()
    await expect.poll(() => elsewhere().getByLabel('Words').count()).toBe(2)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved just now', { exact: true }).waitFor()
    const { email } = await owner(emailsContract.getEmail, { params: { id } })
    expect(email).toMatchObject({ version: 2, hasDraft: false })
    expect(email.html).toContain('Written elsewhere')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => elsewhere().getByLabel('Words').count()).toBe(1)
    await expect.poll(() => textOf(id)).not.toContain('Written elsewhere')
  })

  it('has our merge tags, and puts images into our library', async () => {
    const id = await newEmail()
    await openIt(id)
    await elsewhere().getByLabel('Merge tag').selectOption({ label: 'First name' })
    await expect.poll(() => textOf(id)).toContain('{{ person.first_name }}')
    await elsewhere()
      .getByLabel('Image')
      .setInputFiles({ name: 'mill.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') })
    await elsewhere().getByText('A block of type image').waitFor()
    const { images } = await owner(imageCalls.listImages, { query: {} })
    expect(images.map(({ name }) => name)).toEqual(['mill.png'])
    await expect.poll(() => textOf(id)).toContain(images[0]?.url)
  })

  it('writes over nothing that was saved by somebody else meanwhile', async () => {
    const id = await newEmail()
    await openIt(id)
    await elsewhere().getByLabel('Words').waitFor()
    const theirs = JSON.parse(JSON.stringify(design()).replace('Ours', 'Theirs'))
    await owner(emailsContract.updateEmail, { params: { id }, body: { editor: { type: 'unlayer', state: theirs } } })
    await elsewhere().getByLabel('Words').fill('<p>Mine</p>')
    await page.getByText('This email was changed elsewhere meanwhile').waitFor()
    expect(await textOf(id)).not.toContain('Mine')
    await page.getByRole('button', { name: 'Take the other' }).click()
    await expect.poll(() => elsewhere().getByLabel('Words').inputValue()).toBe('<p>Theirs</p>')
  })

  it('asks before a page is left of which something is not kept yet', async () => {
    const id = await newEmail()
    await openIt(id)
    await elsewhere().getByLabel('Words').waitFor()
    const asked: string[] = []
    const take = (dialog: Dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    }
    page.on('dialog', take)
    await page.route('**/versions/latest', (route) => route.abort())
    await elsewhere().getByLabel('Words').fill('<p>Not kept yet</p>')
    await page.getByText(/^(Changes not saved yet|Not saved)/).waitFor()
    await page.reload({ waitUntil: 'commit' })
    expect(asked).toEqual(['beforeunload'])
    await page.unroute('**/versions/latest')
    page.off('dialog', take)
  })

  it('opens over another page, too, and is written in there', async () => {
    const id = await newEmail()
    await page.goto(`/people?email=${id}`)
    await page.getByRole('group', { name: 'Text block' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit with Unlayer' }).click()
    await elsewhere().getByLabel('Words').click()
    await page.keyboard.type('Typed ')
    await expect.poll(() => textOf(id)).toContain('Typed ')
    expect(new URL(page.url()).pathname).toBe('/people')
  })

  it('cannot reach what the member is signed in to', async () => {
    const id = await newEmail()
    await openIt(id)
    await elsewhere().getByLabel('Words').waitFor()
    const frame = page.frames().find((one) => one.url().includes('/unlayer/frame'))
    const tried = await frame?.evaluate(() => (window as unknown as { triedOut: Promise<object> }).triedOut)
    expect(tried).toEqual({ page: 'refused', cookie: '', call: 'refused', own: 'refused' })
    const other = await stage.pageOf()
    const reply = await other.goto(`${new URL(frame?.url() ?? '').origin}/login`)
    expect(reply?.status()).toBe(404)
    await other.context().close()
    expect((await fetch(`${stage.address}/unlayer/frame`)).status).toBe(404)
    expect(await findings(page)).toEqual([])
  })

  it('says so where its script is not there, loses nothing and leads back', async () => {
    double.becomes('missing')
    const id = await newEmail()
    await openIt(id)
    await page.getByRole('alert').getByText("Unlayer's editor did not open").waitFor()
    expect(await findings(page)).toEqual([])
    double.becomes('well')
    await page.getByRole('button', { name: 'Try again' }).click()
    await elsewhere().getByLabel('Words').waitFor()
    double.becomes('missing')
    await page.reload()
    await page.getByRole('alert').getByRole('button', { name: 'Back to our editor' }).click()
    await page.getByRole('group', { name: 'Text block' }).getByText('Ours').waitFor()
    expect(await draftOf(id)).toMatchObject({ isDraft: false, version: 1 })
  })

  it('is waited for twenty seconds, not longer', async () => {
    double.becomes('silent')
    const id = await newEmail()
    await page.clock.install()
    await openIt(id)
    await expect.poll(() => double.asked).toContain('/editor.html')
    await page.clock.runFor(21_000)
    await page.getByRole('alert').getByText('It did not come within 20 seconds.').waitFor()
    await page.clock.resume()
  })

  it('is not given a design of which it would lose a part', async () => {
    double.becomes('forgetful')
    const id = await newEmail()
    await openIt(id)
    await page
      .getByRole('alert')
      .getByText('It would lose parts of this email that it does not know: carousel.')
      .waitFor()
    expect(await draftOf(id)).toMatchObject({ isDraft: false, version: 1 })
  })

  it('is not opened on a narrow screen, which leads back', async () => {
    const id = await newEmail()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/emails/${id}?with=unlayer`)
    await page.getByText("Unlayer's editor wants a wider screen.").waitFor()
    expect(double.asked).toEqual([])
    await page.getByRole('button', { name: 'Back to our editor' }).click()
    await page.getByRole('group', { name: 'Text block' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

it('goes wrong nowhere on these pages', () => expect(stage.wrong).toEqual([]))
