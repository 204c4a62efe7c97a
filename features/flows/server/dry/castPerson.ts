import { type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { objectsDoor } from '@millrace/objects/server'
import { peopleDoor } from '@millrace/people/server'
import type { DryRunRequest } from '../../contract/index.ts'
import type { TakenKind } from '../subjects/subjects.ts'

const PERSON = 'select 1 as is_there from people where account_id = $1 and id = $2'
const OBJECT = 'select 1 as is_there from objects where account_id = $1 and id = $2 and schema_id = $3'

/** Whoever goes through a dry run: somebody who is there, or somebody made up in its transaction. Answers their id. */
export const castPerson = async (
  tx: Tx,
  house: House,
  accountId: number,
  { personId, person }: DryRunRequest,
): Promise<number> => {
  if (personId !== undefined) {
    if (!(await tx.one(PERSON, [accountId, personId]))) throw notFound('There is no such person.')
    return personId
  }
  if (!person) throw refused('Say who goes through the flow: somebody who is there, or somebody made up.')
  const email = person.email || `dry-run-${accountId}@example.invalid`
  const item = { email, fields: person.fields ?? {}, tags: person.tags ?? [] }
  const [made] = await peopleDoor(house).upsertPeople(tx, accountId, [item], { source: 'manual', createFields: false })
  if (!made || made.refusal) throw refused(made?.refusal ?? 'This person could not be made up.')
  return made.personId
}

/** The same of an object: one of the kind that is there, or one made up. Answers the number by which flows know it. */
export const castObject = async (
  tx: Tx,
  house: House,
  accountId: number,
  { kindId, objectType }: TakenKind,
  { personId, person }: DryRunRequest,
): Promise<number> => {
  if (personId !== undefined) {
    if (!(await tx.one(OBJECT, [accountId, personId, kindId]))) throw notFound('There is no such object.')
    return -personId
  }
  if (!person) throw refused('Say what goes through the flow: one that is there, or one made up.')
  const options = { source: 'manual', createFields: false }
  const items = [{ fields: person.fields ?? {} }]
  const [made] = await objectsDoor(house).upsertObjects(tx, accountId, objectType, items, options)
  if (!made || made.refusal) throw refused(made?.refusal ?? 'This one could not be made up.')
  return -made.objectId
}
