import { accountsContract } from '@millrace/accounts/contract'
import { deliveryContract } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { type Client, clientOf, register, until } from '../instance/client.ts'
import type { Receiver } from '../instance/receiver.ts'

/** An account whose running flow mails everybody who signs up. */
export type Story = {
  accountId: number
  /** Lets so many people sign up. */
  signUp(people: number): Promise<void>
}

const SENDER = 'news@faults.example'
const BATCH = 500

const confirmSender = async (owner: Client, receiver: Receiver) => {
  await owner(deliveryContract.addSenderAddress, { body: { email: SENDER } })
  const mail = await until('the mail that confirms the sender', async () =>
    receiver.mails.find(({ to }) => to === SENDER),
  )
  const token = /confirm\?token=3?D?([\w.-]+)/.exec(mail.source.replace(/=\r?\n/g, ''))?.[1] ?? ''
  await fetch(`${owner.address}/v1/settings/email/addresses/confirm?token=${token}`, { redirect: 'manual' })
}

const writeEmail = async (owner: Client) => {
  const html =
    '<p>Hello {{ person.firstName }}, <a href="https://faults.example/start">start here</a>. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  const { email } = await owner(emailsContract.createEmail, {
    body: {
      name: 'Welcome',
      subject: 'Hello {{ person.firstName }}',
      fromName: 'Faults',
      fromEmail: SENDER,
      editor: { type: 'richtext' as const, state: { html }, html },
    },
  })
  return email.id
}

const drawFlow = async (owner: Client, emailId: number) => {
  const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'Welcome' } })
  const step = async (operationKey: string, values: Record<string, unknown>) => {
    const body = { integrationId: integration.id, operationKey, inputFields: { values } }
    return (await owner(flowsContract.createStep, { body })).step.id
  }
  const trigger = await step('/event', { eventName: 'Signed up' })
  const send = await step('/send', { emailId })
  const tag = await step('/add-tag', { tag: 'welcomed' })
  await owner(flowsContract.createLink, { body: { source: trigger, target: send } })
  await owner(flowsContract.createLink, { body: { source: send, target: tag } })
  await owner(flowsContract.updateFlow, { params: { id: integration.id }, body: { status: 'on' } })
}

/** Sets the story up through the API of an installation whose worker runs. */
export const tellStory = async (address: string, receiver: Receiver): Promise<Story> => {
  const owner = await register(address, 'owner@faults.example')
  const { accountId, writeKey } = await owner(accountsContract.accountInfo)
  await confirmSender(owner, receiver)
  await drawFlow(owner, await writeEmail(owner))
  const writer = clientOf(address, writeKey ?? '')
  return {
    accountId,
    signUp: async (people) => {
      for (let from = 0; from < people; from += BATCH) {
        const events = Array.from({ length: Math.min(BATCH, people - from) }, (_one, index) => ({
          name: 'Signed up',
          messageId: `signed-up-${from + index}`,
          user: { email: `p${from + index}@people.example`, firstName: `Ann ${from + index}` },
        }))
        await writer(eventsContract.ingestEvents, { body: { events } } as never)
      }
    },
  }
}
