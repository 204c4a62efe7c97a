import { freeName, isNamesake, type UnpackedEmails, unpackEmails } from '@millrace/emails/server'
import type { House, Tx } from '@millrace/kit/server'
import { unpackSegments } from '@millrace/segments/server'
import type { Copied } from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import type { Editor } from '../verbs/editFlow.ts'
import { drawRest, drawSteps, insertFlow, writeSettings } from './drawFlow.ts'
import type { FileField, FlowFile } from './flowFile.ts'
import { ownSender } from './ownSender.ts'
import { type KnownIds, rewriteConditions, rewriteStep, tellLost } from './rewriting.ts'
import { tagsOfFile } from './tagsOfFile.ts'

/** Where a file is taken in. */
export type Unpacking = { tx: Tx; house: House; doors: FlowDoors; editor: Editor }

/** What a file brought besides the flow. */
export type Taken = { flowId: number; copied: Copied }

/** Names of flows that begin like one. */
const NAMESAKES = 'select name from flows where account_id = $1 and deleted_at is null and starts_with(name, $2)'

/** Tags of an account, by lower-case name. */
const TAGS = 'select lower(name) as name from tags where account_id = $1 and lower(name) = any($2::text[])'

/** Fields of an account, by name. */
const FIELDS = 'select name from person_fields where account_id = $1 and name = any($2::text[])'

/** A flow's name that no other flow of the account has. */
export const nameOfCopy = async (tx: Tx, accountId: number, name: string): Promise<string> => {
  const taken = await tx.rows<{ name: string }>(NAMESAKES, [accountId, name.slice(0, 240)], 'flows-namesakes')
  return freeName(name, (one) => taken.some((other) => other.name === one))
}

/** Makes tags that are missing; answers those. */
const takeTags = async ({ tx, doors, editor }: Unpacking, file: FlowFile): Promise<string[]> => {
  const names = tagsOfFile(file)
  if (!names.length) return []
  const lower = names.map((name) => name.toLowerCase())
  const known = await tx.rows<{ name: string }>(TAGS, [editor.accountId, lower], 'flows-known-tags')
  const missing = names.filter((name) => !known.some((one) => one.name === name.toLowerCase()))
  await doors.tagIds(tx, editor.accountId, missing)
  return missing
}

/** Makes fields that are missing, of people or of a kind of objects; answers those. */
const takeFields = async (
  { tx, doors, editor }: Unpacking,
  kindId: number,
  fields: readonly FileField[],
): Promise<FileField[]> => {
  if (!fields.length) return []
  if (kindId) return doors.ensureObjectFields(tx, editor.accountId, kindId, fields)
  const names = fields.map(({ name }) => name)
  const known = await tx.rows<{ name: string }>(FIELDS, [editor.accountId, names], 'flows-known-fields')
  const missing = fields.filter(({ name }) => !known.some((one) => one.name === name))
  await doors.ensureFields(tx, editor.accountId, missing)
  return missing
}

const takeSegments = (at: Unpacking, file: FlowFile, emails: UnpackedEmails, steps: ReadonlyMap<number, number>) =>
  unpackSegments(at.tx, at.house, at.editor.accountId, file.segments, {
    rewrite: (conditions, segments) => rewriteConditions(conditions, { emails: emails.ids, segments, steps }),
    names: { isSame: isNamesake, free: freeName },
  })

const writeSteps = async (at: Unpacking, flowId: number, file: FlowFile, ids: KnownIds): Promise<string[]> => {
  const settings = new Map<number, Record<string, unknown>>()
  const lost: string[] = []
  for (const step of file.steps) {
    const { values, isWhole } = rewriteStep(step, ids)
    settings.set(ids.steps.get(step.id) ?? 0, values)
    if (!isWhole) lost.push(tellLost(step, values))
  }
  await writeSettings(at.tx, { accountId: at.editor.accountId, flowId }, settings)
  return lost
}

/** What a file brings besides its steps, and what its ids are in the account; `steps` are those that goals may name. */
export const takeThings = async (
  at: Unpacking,
  kindId: number,
  file: FlowFile,
  steps: ReadonlyMap<number, number>,
): Promise<{ ids: KnownIds; copied: Copied }> => {
  const { tx, house, editor } = at
  const fields = await takeFields(at, kindId, file.fields)
  const tags = await takeTags(at, file)
  const emails = await unpackEmails(tx, house, editor, file.emails, await ownSender(tx, editor))
  const segments = await takeSegments(at, file, emails, steps)
  return {
    ids: { emails: emails.ids, segments: segments.ids, steps },
    copied: {
      emails: emails.made,
      segments: segments.made,
      fields: fields.map(({ name: field, title }) => ({ name: field, title })),
      tags,
      dropped: segments.dropped.map((one) => `The segment “${one}” is about things that are not in this account.`),
    },
  }
}

/**
 * Takes a flow in with everything attached to it, switched off. Nothing of the account is changed: what is there already and
 * means the same is used, a namesake stays beside the copy, and what cannot be carried is told.
 */
export const unpackFlow = async (
  at: Unpacking,
  file: FlowFile,
  { name, recipe }: { name: string; recipe?: string | undefined },
): Promise<Taken> => {
  const { tx, house, doors, editor } = at
  const now = house.clock.now()
  const kind = await doors.kindNamed(tx, editor.accountId, file.objectType)
  await doors.mayTakeKind(tx, editor.accountId, kind.id)
  const head = { ...file, name, objectType: kind.name, kindId: kind.id, recipe }
  const flowId = await insertFlow(tx, house, editor, head)
  const place = { accountId: editor.accountId, flowId }
  const steps = await drawSteps(tx, now, place, file.steps)
  const { ids, copied } = await takeThings(at, kind.id, file, steps)
  const lost = await writeSteps(at, flowId, file, ids)
  await drawRest(tx, now, place, file, steps)
  return { flowId, copied: { ...copied, dropped: [...copied.dropped, ...lost] } }
}
