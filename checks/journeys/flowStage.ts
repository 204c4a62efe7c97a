import { accountsContract } from '@millrace/accounts/contract'
import { deliveryContract } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { peopleContract } from '@millrace/people/contract'
import type { Browser, Page } from 'playwright-core'
import { type Client, clientOf, register, until } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { openBrowser } from './browser.ts'

/** An installation with an owner, a verified sender and a browser: what journeys about flows begin with. */
export const openFlowStage = async (domain: string) => {
  const dataDir = newDataDir()
  const instance: Instance = await startInstance({ dataDir })
  const browser: Browser = await openBrowser()
  const owner: Client = await register(instance.address, `owner@${domain}`)
  const { writeKey } = await owner(accountsContract.accountInfo)
  const writer = clientOf(instance.address, writeKey ?? '')
  const wrong: string[] = []

  /** The latest mail to an address, as the mailbox shows it. */
  const mailTo = (address: string, subject?: RegExp) =>
    until(`a mail to ${address}`, async () => {
      const { mails } = await owner(deliveryContract.listMailbox, { query: { q: address } })
      const found = mails.find((mail) => mail.to.includes(address) && (!subject || subject.test(mail.subject)))
      return found && (await owner(deliveryContract.getMailboxMail, { params: { id: found.id } })).mail
    })

  const verifySender = async () => {
    const from = `news@${domain}`
    await owner(deliveryContract.addSenderAddress, { body: { email: from } })
    const link = new URL(/https?:\/\/\S*confirm-sender\?token=\S+/.exec((await mailTo(from)).text ?? '')?.[0] ?? '')
    const token = link.searchParams.get('token') ?? ''
    await owner(deliveryContract.confirmSenderAddress, { body: { token } })
    return from
  }

  return {
    instance,
    owner,
    mailTo,
    verifySender,
    /** What went wrong on the pages of this stage. */
    wrong,
    /** A mail that can be sent. */
    email: async (name: string, subject: string, fromEmail: string) => {
      const html = `<p>${name}. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`
      const body = {
        name,
        subject,
        fromName: 'Mara',
        fromEmail,
        editor: { type: 'richtext' as const, state: { html }, html },
      }
      return (await owner(emailsContract.createEmail, { body })).email.id
    },
    /** Somebody does something, as the customer's server tells it. */
    event: async (name: string, email: string, fields: Record<string, unknown> = {}) => {
      await writer(eventsContract.ingestEvents, { body: { name, user: { email, ...fields } } } as never)
    },
    personId: (email: string) =>
      until(
        email,
        async () => (await owner(peopleContract.findPeople, { query: { 'people[0][email]': email } })).users[0]?.id,
      ),
    /** Who entered, waits and failed at a step now. */
    countsAt: async (flowId: number, stepId: number) => {
      const { integration } = await owner(flowsContract.getFlowPeopleCounts, { params: { id: flowId }, query: {} })
      const { peopleCounts, failed } = integration.steps[stepId]?.data ?? {
        peopleCounts: { entered: 0, queued: 0 },
        failed: 0,
      }
      return { ...peopleCounts, failed }
    },
    /** A window in which somebody is signed in. */
    pageOf: async (client: Client): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: instance.address,
        viewport: { width: 1440, height: 900 },
        bypassCSP: true,
        reducedMotion: 'reduce',
      })
      const cookies = client
        .cookie()
        .split('; ')
        .map((one) => one.split(/=(.*)/s))
      await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: instance.address })))
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      page.on('pageerror', (error) => wrong.push(error.message))
      return page
    },
    close: async () => {
      await browser.close()
      await instance.stop()
      removeDataDir(dataDir)
    },
  }
}

/** What `openFlowStage` gives. */
export type FlowStage = Awaited<ReturnType<typeof openFlowStage>>

/** A step on the canvas, by words on it. */
export const stepOn = (page: Page, words: string) => page.locator('.react-flow__node-step').filter({ hasText: words })
