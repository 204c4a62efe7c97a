import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { flowsContract } from '@millrace/flows/contract'
import { peopleContract } from '@millrace/people/contract'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, register, until } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { openBrowser } from './browser.ts'
import { findings, keepPictureOfFailures, openWindow } from './page.ts'

const PIA = { id: 'u-77', email: 'pia@shop.example', first_name: 'Pia' }

let instance: Instance
let browser: Browser
let context: BrowserContext
let page: Page
let owner: Client
const servers: Server[] = []
const wrong: string[] = []
const called: string[] = []
const dataDir = newDataDir()
const flow = { id: 0, hook: 0, call: 0, message: 0 }

/** Something outside: another service, or the page of a customer's application. */
const outside = async (answer: (body: string, url: string) => { type: string; text: string }) => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const { type, text } = answer(body, request.url ?? '')
      response.setHeader('content-type', type).end(text)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const draw = async (crm: string) => {
  const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'From outside' } })
  const add = async (operationKey: string, values?: Record<string, unknown>) => {
    const body = { integrationId: integration.id, operationKey, ...(values && { inputFields: { values } }) }
    return (await owner(flowsContract.createStep, { body })).step.id
  }
  flow.id = integration.id
  flow.hook = await add('/webhook-received')
  flow.call = await add('/webhook', {
    method: 'POST',
    url: `${crm}/people`,
    body: '{"id": {{ person.userId | json }}}',
  })
  flow.message = await add('/in-app-message', {
    title: 'Welcome, {{ person.firstName }}',
    body: 'You are on {{ person.crmPlan }}.',
    link: '/billing',
    button: 'See billing',
  })
  for (const [source, target] of [
    [flow.hook, flow.call],
    [flow.call, flow.message],
  ] as const)
    await owner(flowsContract.createLink, { body: { source, target, data: { condition: null } } })
}

beforeAll(async () => {
  instance = await startInstance({ dataDir, env: { OUTGOING_ALLOW: '127.0.0.1' } })
  owner = await register(instance.address, 'owner@outside.example')
  const crm = await outside((body) => {
    called.push(body)
    return { type: 'application/json', text: '{"id":"cus_1","plan":{"name":"pro"}}' }
  })
  await draw(crm)
  browser = await openBrowser()
  page = await openWindow(browser, wrong, { viewport: { width: 1440, height: 1000 } })
  context = page.context()
  const data = { email: 'owner@outside.example', password: 'correct horse battery' }
  await context.request.post(`${instance.address}/v1/accounts/login`, { data })
})
afterAll(async () => {
  await browser?.close()
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  await instance?.stop()
  removeDataDir(dataDir)
})
keepPictureOfFailures(() => page)

const drawer = () => page.locator('section[aria-label$="settings"]')
const press = (name: string | RegExp) =>
  drawer()
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click()
const open = (stepId: number) => page.goto(`${instance.address}/flows/${flow.id}?step=${stepId}`)
const save = async () => {
  await press('Save step')
  await drawer().getByRole('button', { name: 'Save step' }).and(page.locator('[aria-disabled=true]')).waitFor()
}

const deliver = async (order: number) => {
  const { address } = await owner(flowsContract.getStepHook, { params: { id: flow.hook } })
  const body = JSON.stringify({ customer: PIA, order: { id: order } })
  const { pathname } = new URL(address)
  const headers = { 'content-type': 'application/json' }
  return (await fetch(instance.address + pathname, { method: 'POST', headers, body })).status
}

describe('what is outside', () => {
  it('delivers, and the drawer guesses who that is and what it says of them', async () => {
    await open(flow.hook)
    await drawer().getByText('Waiting for the first delivery').waitFor()
    expect(await deliver(1)).toBe(202)
    await press('Fill in what the last delivery seems to say')
    await expect.poll(() => drawer().getByLabel('Email address').inputValue()).toBe('customer.email')
    await expect.poll(() => drawer().getByLabel('User ID').inputValue()).toBe('customer.id')
    await expect
      .poll(() => drawer().getByRole('group', { name: 'Field 1' }).getByLabel('Part').inputValue())
      .toBe('customer.first_name')
    expect(await findings(page, 'section[aria-label$="settings"]')).toEqual([])
    await save()
  })

  it('answers a test call, and a part of the answer is kept in a field that is new', async () => {
    await open(flow.call)
    await press('Make a test call')
    await drawer().getByText('Answered 200').waitFor()
    await press('Field')
    await drawer().getByLabel('Part').fill('plan.name')
    await drawer().getByText('Last time: pro').waitFor()
    // What dropped down closes; the drawer stays.
    await page.keyboard.press('Escape')
    await drawer().getByLabel('Into the field').fill('crmPlan')
    await page.getByRole('option', { name: 'New field “crmPlan”' }).click()
    expect(await findings(page, 'section[aria-label$="settings"]')).toEqual([])
    await save()
  })

  it('delivers again while the flow is on: the person is made, the service is called, the message waits', async () => {
    await owner(flowsContract.updateFlow, { params: { id: flow.id }, body: { status: 'on' } })
    expect(await deliver(2)).toBe(202)
    const messages = () => owner(flowsContract.listStepMessages, { params: { id: flow.message }, query: {} })
    const { messages: left } = await until('the message', async () => {
      const answer = await messages()
      return answer.counts.made === 1 && answer
    })
    expect(left[0]).toMatchObject({ title: 'Welcome, Pia', person: { email: PIA.email }, seenAt: null })
    expect(called.at(-1)).toBe('{"id": "u-77"}')
  })

  it('shows the message on a page of the application, to the signed user alone', async () => {
    await open(flow.message)
    await press('Show how')
    await drawer().getByRole('button', { name: 'Copy the secret' }).waitFor()
    expect(await findings(page, 'section[aria-label$="settings"]')).toEqual([])
    const { secret, writeKey } = await owner(flowsContract.getInAppSecret)
    const hash = createHmac('sha256', secret).update(PIA.id).digest('hex')
    const app = await outside((_body, url) => ({
      type: 'text/html',
      text: `<!doctype html><title>App</title><h1>App</h1><script async src="${instance.address}/v1/in-app.js" data-key="${writeKey}"
        data-user-id="${PIA.id}" data-user-hash="${url === '/forged' ? hash.replaceAll('a', 'b') : hash}"></script>`,
    }))
    const site = await context.newPage()
    const refused = site.waitForResponse((reply) => reply.url().includes('/v1/in-app-messages?'))
    await site.goto(`${app}/forged`)
    expect((await refused).status()).toBe(422)
    const seen = site.waitForResponse((reply) => reply.url().endsWith('/seen'))
    await site.goto(app)
    await site.locator('millrace-message').waitFor({ state: 'attached' })
    expect((await seen).status()).toBe(204)
    await site.close()
  })

  it('is told on the step and on the page of the person', async () => {
    await drawer().getByText('100.0%').first().waitFor()
    const { users } = await owner(peopleContract.findPeople, { query: { 'people[0][email]': PIA.email } })
    expect(users[0]).toMatchObject({ firstName: 'Pia', crmPlan: 'pro' })
    await page.goto(`${instance.address}/people/${users[0]!.id}`)
    await page.getByRole('tab', { name: 'In-app messages' }).click()
    await page.getByText('You are on pro.').waitFor()
    expect(wrong).toEqual([])
  })
})
