import { type BroadcastPatch, broadcastsContract, CONTROL_VARIANT_ID } from '@millrace/broadcasts/contract'
import {
  designOf,
  STORY_BROADCASTS,
  STORY_EMAILS,
  STORY_FLOWS,
  STORY_SEGMENTS,
  STORY_TAGS,
  type StoryBroadcast,
  type StoryFlow,
  storyEvents,
  storyPeople,
} from '@millrace/database/seeds'
import { emailsContract } from '@millrace/emails/contract'
import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import type { Clock } from '@millrace/kit/server'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'
import type { Caller } from './caller.ts'

const PEOPLE = 420
const NEWCOMERS = 60
const BATCH = 500
const FROM = { fromName: 'Mara at Northwind', fromEmail: 'mara@northwind.example' }

const inBatches = async <T>(items: readonly T[], work: (batch: T[]) => Promise<unknown>) => {
  for (let start = 0; start < items.length; start += BATCH) await work(items.slice(start, start + BATCH))
}

const sendItems = (call: Caller, items: unknown[]) =>
  inBatches(items, (events) => call(eventsContract, 'ingestEvents', { body: { events } }))

/** People with what they did in the past year. */
export const tellPeople = async (call: Caller, now: Date): Promise<void> => {
  const people = storyPeople(PEOPLE, now)
  await call(peopleContract, 'createTags', { body: { tags: STORY_TAGS } })
  await sendItems(
    call,
    people.map(({ tags, signedUpAt, ...fields }) => ({
      name: 'identify',
      user: { ...fields, createdAt: signedUpAt.toISOString(), tags: tags.join(',') },
      timestamp: signedUpAt.toISOString(),
    })),
  )
  const events = people.flatMap((person) =>
    storyEvents(person, now).map((event) => ({ ...event, email: person.email })),
  )
  await sendItems(
    call,
    events
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ name, at, properties, email }) => ({ name, properties, user: { email }, timestamp: at.toISOString() })),
  )
}

type Ids = { emails: Map<string, number>; segments: Map<string, number> }

const filled = (values: Record<string, unknown>, { emails, segments }: Ids) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const [, kind = '', title = ''] = /^\{(email|segment):(.+)\}$/.exec(String(value)) ?? []
      if (!kind) return [name, value]
      const id = (kind === 'email' ? emails : segments).get(title)
      if (id === undefined) throw new Error(`The story has no ${kind} called "${title}".`)
      return [name, id]
    }),
  )

const draw = async (call: Caller, flow: StoryFlow, ids: Ids) => {
  const { integration } = await call(flowsContract, 'createFlow', { query: {}, body: { name: flow.name } })
  const keys = new Map<string, number>()
  for (const { key, operationKey, values, x, y } of flow.steps) {
    const { step } = await call(flowsContract, 'createStep', {
      body: {
        integrationId: integration.id,
        serviceId: 'millrace',
        operationKey,
        inputFields: { values: filled(values, ids) },
        data: { editor: { coordinates: { x, y } } },
      },
    })
    keys.set(key, step.id)
  }
  for (const { key, to } of flow.steps) {
    const ways = typeof to === 'string' ? { '': to } : (to ?? {})
    for (const [condition, target] of Object.entries(ways)) {
      const data = condition ? { condition } : undefined
      await call(flowsContract, 'createLink', {
        body: { source: keys.get(key) ?? 0, target: keys.get(target) ?? 0, data },
      })
    }
  }
  for (const { type, text, fontSize, x, y } of flow.notes) {
    await call(flowsContract, 'createDecoration', {
      body: {
        integrationId: integration.id,
        type,
        text,
        fontSize,
        coordinates: { x, y },
        dimensions: { width: 220, height: 110 },
      },
    })
  }
  return integration.id
}

const STORY_SNIPPETS = [
  {
    name: 'Signature of Mara',
    description: 'Below everything that reads as if Mara wrote it.',
    type: 'HTML' as const,
    content: '<p>Talk soon,<br><strong>Mara Lindqvist</strong><br>{{ account.name }}</p>',
    tags: ['signature'],
  },
  {
    name: 'Trial offer',
    description: 'One sentence for subjects and bodies.',
    type: 'text' as const,
    content: '{{ person.first_name | default: "There" }}, your trial is 14 days longer',
    tags: ['offer', 'trial'],
  },
]

/** Emails, snippets, segments and flows; the flows that are to run are switched on where mail may leave. */
export const tellWork = async (call: Caller, mayRun: boolean): Promise<void> => {
  const ids: Ids = { emails: new Map(), segments: new Map() }
  for (const email of STORY_EMAILS) {
    const { name, subject, preheader } = email
    const made = await call(emailsContract, 'createEmail', {
      body: { name, subject, preheader, ...FROM, editor: { type: 'unlayer', state: designOf(email) } },
    })
    ids.emails.set(name, made.email.id)
  }
  for (const snippet of STORY_SNIPPETS) await call(emailsContract, 'createSnippet', { body: snippet })
  for (const { name, color, conditions } of STORY_SEGMENTS) {
    const made = await call(segmentsContract, 'createSegment', {
      body: { name, color, objectName: 'person', conditions: conditions as never },
    })
    ids.segments.set(name, made.segment.id)
  }
  for (const flow of STORY_FLOWS) {
    const id = await draw(call, flow, ids)
    const data = { canEnterOnce: flow.canEnterOnce }
    await call(flowsContract, 'updateFlow', {
      params: { id },
      body: { data, ...(flow.isActive && mayRun && { status: 'on' as const }) },
    })
  }
}

const variant = (variantId: string, subject = '') => ({ type: 'emailDetails' as const, variantId, subject })

/** A broadcast that tried two subjects, which leaves where mail may leave, and one that is still being thought of. */
export const tellBroadcasts = async (call: Caller, clock: Clock, mayRun: boolean): Promise<void> => {
  const { emails } = await call(emailsContract, 'listEmails', { query: {} })
  const { segments } = await call(segmentsContract, 'listSegments', { query: {} })
  const idIn = (list: readonly { id: number; name: string }[], name: string) => {
    const found = list.find((one) => one.name === name)
    if (!found) throw new Error(`The story has nothing called "${name}".`)
    return found.id
  }
  const draft = async ({ name, email, segment }: StoryBroadcast, patch: BroadcastPatch) => {
    const { item } = await call(broadcastsContract, 'createBroadcast', { body: { name } })
    const body = {
      emailId: idIn(emails, email),
      audience: { type: 'segment' as const, segmentId: idIn(segments, segment) },
      ...patch,
    }
    await call(broadcastsContract, 'updateBroadcast', { params: { id: item.id }, body })
    return item.id
  }
  const [tried, planned] = STORY_BROADCASTS
  const id = await draft(tried, {
    // A moment later: it begins once the segment's people are known. Telling the rest may have taken a while by now.
    sendAt: new Date(clock.now().getTime() + 15_000).toISOString(),
    abTest: {
      enabled: true,
      variants: [variant(CONTROL_VARIANT_ID), variant(tried.variantId, tried.otherSubject)],
      pickWinner: false,
      distribution: [50, 50],
    } as BroadcastPatch['abTest'],
  })
  if (mayRun) await call(broadcastsContract, 'sendBroadcast', { params: { id } })
  await draft(planned, {
    followUp: {
      newSubjectLine: planned.otherSubject,
      emailId: null,
      time: { period: 3, periodType: 'days' },
      audience: 'not-opened',
    },
  })
}

/** Somebody signs up now, so that the flows have something to do and the mailbox something to show. */
export const tellNewcomers = async (call: Caller, now: Date): Promise<void> => {
  const people = storyPeople(PEOPLE, now).slice(0, NEWCOMERS)
  await sendItems(
    call,
    people.map(({ email }) => ({ name: 'Signed up for trial', user: { email }, properties: { plan: 'trial' } })),
  )
}
