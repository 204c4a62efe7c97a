import { plural, send, told } from '@millrace/kit/web'
import { flowsContract as calls } from '../../contract/index.ts'
import { type Diff, duplicate, type FlowDocument } from '../canvas/document.ts'
import { readParts } from '../canvas/readParts.ts'
import { fitKind } from './fitKind.ts'

type Point = { x: number; y: number }
/** Where something is pasted: the account, the flow, what it takes, and the middle of what is seen of it. */
export type PasteAt = { account: number; flow: number; objectType: string; middle: Point }

/** The same steps said with what is in this account; what came along and what could not is told. */
const takenIn = async (document: FlowDocument, from: number, flow: number): Promise<FlowDocument> => {
  const steps = Object.values(document.steps)
  if (!steps.length) return document
  const body = {
    accountId: from,
    steps: steps.map(({ key, serviceId, operationKey, values, title = null }) => ({
      ...{ key, serviceId, operationKey, values, title },
    })),
  }
  const { steps: said, copied } = await send(calls.takeSteps, { params: { id: flow }, body })
  const came = [
    [copied.emails.length, 'email'] as const,
    [copied.segments.length, 'segment'] as const,
    [copied.fields.length, 'field'] as const,
    [copied.tags.length, 'tag'] as const,
  ].flatMap(([count, what]) => (count ? [plural(count, what)] : []))
  if (came.length) told.info(`Copied along: ${came.join(', ')}.`)
  if (copied.dropped.length) told.info(copied.dropped.slice(0, 4).join(' '))
  const values = new Map(said.map((step) => [step.key, step.values]))
  return {
    ...document,
    steps: Object.fromEntries(steps.map((step) => [step.key, { ...step, values: values.get(step.key) ?? {} }])),
  }
}

const grid = (value: number) => Math.round(value / 4) * 4

/** How far parts go so that they stand around a point. */
const wayTo = ({ steps, notes }: FlowDocument, middle: Point): Point => {
  const parts = [...Object.values(steps), ...Object.values(notes)]
  const middleOf = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return {
    x: grid(middle.x - middleOf(parts.map(({ x }) => x))),
    y: grid(middle.y - middleOf(parts.map(({ y }) => y))),
  }
}

/** The gesture that pastes what a text holds: a little beside it in its own flow, else in the middle; undefined where it holds nothing. */
export const paste = async (
  text: string,
  { account, flow, objectType, middle }: PasteAt,
): Promise<Diff | undefined> => {
  const picked = readParts(text)
  if (typeof picked === 'string') {
    told.info(picked)
    return undefined
  }
  const isOwn = picked.account === account
  const { document: fitting, lost } = fitKind(picked.document, picked.objectType, objectType)
  if (lost.length) told.info(lost.join(' '))
  const document = isOwn ? fitting : await takenIn(fitting, picked.account, flow)
  const keys = new Set([...Object.keys(document.steps), ...Object.keys(document.notes)])
  if (!keys.size) return undefined
  if (isOwn && picked.flow === flow) return duplicate(document, keys)
  const { x, y } = wayTo(document, middle)
  return duplicate(document, keys, x, y)
}
