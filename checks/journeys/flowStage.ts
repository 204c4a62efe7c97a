import { deliveryContract } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { peopleContract } from '@millrace/people/contract'
import type { Page } from 'playwright-core'
import { until } from '../instance/client.ts'
import { openStage } from './stage.ts'

/** An installation with an owner, a verified sender and a browser: what journeys about flows begin with. */
export const openFlowStage = async (domain: string, env: Record<string, string> = {}) => {
  const stage = await openStage({ email: `owner@${domain}`, env })
  const { owner, writer } = stage

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
    ...stage,
    mailTo,
    verifySender,
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
  }
}

/** What `openFlowStage` gives. */
export type FlowStage = Awaited<ReturnType<typeof openFlowStage>>

/** A step on the canvas, by words on it. */
export const stepOn = (page: Page, words: string) => page.locator('.react-flow__node-step').filter({ hasText: words })
