import { deliveryContract } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { until } from '../instance/client.ts'
import { type Figure, percentile } from './table.ts'
import type { World } from './world.ts'

const EVENTS = 300
const EVERY_MS = 20
const DOMAIN = 'bench-latency.example'

/** A flow that sends at once when somebody signs up, switched on. */
const prepare = async ({ owner, one, accountId }: World) => {
  const { domain } = await owner(deliveryContract.addSenderDomain, { body: { domain: DOMAIN } })
  await one(`update sender_domains set status = 'verified' where account_id = $1 and id = $2`, [accountId, domain.id])
  const html = '<p>Welcome, {{ person.firstName }}. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  const { email } = await owner(emailsContract.createEmail, {
    body: {
      name: 'Hello',
      subject: 'Hello',
      fromEmail: `news@${DOMAIN}`,
      editor: { type: 'richtext', state: { html }, html },
    },
  })
  const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'Welcome' } })
  const step = async (operationKey: string, values: Record<string, unknown>) => {
    const body = { integrationId: integration.id, operationKey, inputFields: { values } }
    return (await owner(flowsContract.createStep, { body })).step.id
  }
  const source = await step('/event', { eventName: 'Signed up' })
  const target = await step('/send', { emailId: email.id })
  await owner(flowsContract.createLink, { body: { source, target } })
  await owner(flowsContract.updateFlow, { params: { id: integration.id }, body: { status: 'on' } })
}

/** From the moment that an event is handed to the API until its mail is at the receiver, at 50 events a second. */
export const measureLatency = async (world: World): Promise<Figure[]> => {
  await prepare(world)
  const sent = new Map<string, number>()
  const calls: Promise<unknown>[] = []
  for (let index = 0; index < EVENTS; index++) {
    const email = `latency${index}@readers.example`
    sent.set(email, Date.now())
    calls.push(world.writer(eventsContract.ingestEvents, { body: { name: 'Signed up', user: { email } } } as never))
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  await Promise.all(calls)
  const ours = () => world.receiver.mails.filter(({ to }) => sent.has(to))
  await until('the last mail', async () => ours().length >= EVENTS, 60_000)
  const waited = ours().map(({ to, at }) => at - (sent.get(to) ?? at))
  return [
    { name: 'event to mail, p50', value: percentile(waited, 0.5), unit: 'ms', note: `${EVENTS} events, 50 a second` },
    { name: 'event to mail, p99', value: percentile(waited, 0.99), unit: 'ms', most: 1_000 },
  ]
}
