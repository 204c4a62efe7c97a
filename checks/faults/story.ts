import { setTimeout as pause } from 'node:timers/promises'
import { accountsContract } from '@millrace/accounts/contract'
import { deliveryContract } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { type Client, clientOf, register, until } from '../instance/client.ts'
import type { Scene } from './scene.ts'

/** An account in whose flows people are when things break. */
export type Story = {
  accountId: number
  owner: Client
  /** The address of a person of this story. */
  addressOf(person: number): string
  /** Makes an email that may be sent; answers its id. */
  email(subject: string): Promise<number>
  /** Draws a flow and switches it on. */
  draw(steps: Record<string, DrawnStep>, links: DrawnLink[]): Promise<Drawn>
  /** Lets people, by number, sign up. What was not answered is sent again; it counts once. */
  signUp(from: number, people: number): Promise<void>
}

/** A step: its type and settings. */
export type DrawnStep = [operationKey: string, values: Record<string, unknown>]
/** A link between steps, by their names; `exit` where the source has exits. */
export type DrawnLink = [source: string, target: string, exit?: string]
/** A flow that is on: ids of its steps by their names. */
export type Drawn = { flowId: number; ids: Record<string, number> }

const BATCH = 500

const confirmSender = async (owner: Client, { receiver }: Scene, sender: string) => {
  await owner(deliveryContract.addSenderAddress, { body: { email: sender } })
  const mail = await until('the mail that confirms the sender', async () =>
    receiver.mails.find(({ to }) => to === sender),
  )
  const token = /confirm-sender\?token=3?D?([\w.%-]+)/.exec(mail.source.replace(/=\r?\n/g, ''))?.[1] ?? ''
  await owner(deliveryContract.confirmSenderAddress, { body: { token: decodeURIComponent(token) } })
}

const writeEmail = async (owner: Client, sender: string, subject: string) => {
  const html =
    '<p>Hello {{ person.firstName }}, <a href="https://faults.example/start">start here</a>. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  const { email } = await owner(emailsContract.createEmail, {
    body: {
      name: subject,
      subject,
      fromName: 'Faults',
      fromEmail: sender,
      editor: { type: 'richtext' as const, state: { html }, html },
    },
  })
  return email.id
}

const drawFlow = async (owner: Client, steps: Record<string, DrawnStep>, links: DrawnLink[]): Promise<Drawn> => {
  const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name: 'Passing' } })
  const ids: Record<string, number> = {}
  for (const [name, [operationKey, values]] of Object.entries(steps)) {
    const body = { integrationId: integration.id, operationKey, inputFields: { values } }
    ids[name] = (await owner(flowsContract.createStep, { body })).step.id
  }
  for (const [source, target, condition = null] of links)
    await owner(flowsContract.createLink, {
      body: { source: ids[source] ?? 0, target: ids[target] ?? 0, data: { condition } },
    })
  await owner(flowsContract.updateFlow, { params: { id: integration.id }, body: { status: 'on' } })
  return { flowId: integration.id, ids }
}

/** Does it until it is answered: PostgreSQL may be starting again. */
export const patiently = async (work: () => Promise<unknown>): Promise<void> => {
  for (let tries = 0; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (tries > 1_200) throw error
      await pause(100)
    }
  }
}

/** Registers an account through the API; its sender is confirmed by mail, so a worker must run. */
export const tellStory = async (scene: Scene, name: string): Promise<Story> => {
  const { address } = scene.api
  const owner = await register(address, `owner@${name}.example`)
  const { accountId, writeKey } = await owner(accountsContract.accountInfo)
  const sender = `news@${name}.example`
  await confirmSender(owner, scene, sender)
  const writer = clientOf(address, writeKey ?? '')
  const addressOf = (person: number) => `p${person}@people-${name}.example`
  const signsUp = (person: number) => ({
    name: 'Signed up',
    messageId: `signed-up-${name}-${person}`,
    user: { email: addressOf(person), firstName: `Ann ${person}`, plan: person % 3 ? 'free' : 'pro' },
  })
  return {
    accountId,
    owner,
    addressOf,
    email: (subject) => writeEmail(owner, sender, subject),
    draw: (steps, links) => drawFlow(owner, steps, links),
    signUp: async (first, people) => {
      for (let from = first; from < first + people; from += BATCH) {
        const count = Math.min(BATCH, first + people - from)
        const events = Array.from({ length: count }, (_one, index) => signsUp(from + index))
        await patiently(() => writer(eventsContract.ingestEvents, { body: { events } } as never))
      }
    },
  }
}
