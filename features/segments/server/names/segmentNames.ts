import type { House, Tx } from '@millrace/kit/server'
import type { ObjectFieldMention } from '@millrace/objects/server'
import type { NameKeeper, TagRenaming } from '@millrace/people/server'
import { type Conditions, withTagRenamed } from '../../contract/index.ts'
import type { Kind } from '../compile/dictionary.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { startBuild } from '../membership/buildSegment.ts'
import { type Named, namedIn } from './namedIn.ts'

type Row = { id: number; name: string; conditions: Conditions; kind: Kind }

// The segments of people and of the kinds of objects that there are.
const SEGMENTS = `select s.id, s.name, s.conditions, k.id as kind from segments s
  left join object_schemas k on k.account_id = $1 and k.deleted_at is null and lower(k.name) = lower(s.object_name)
  where s.account_id = $1 and (s.object_name = 'person' or k.id is not null) order by s.account_id, s.id`

// Says the same in other words: whoever is in the segment stays in it.
const REWORD = 'update segments set conditions = $3 where account_id = $1 and id = $2 and conditions <> $3::jsonb'

// Other conditions, or the same that mean something else from now on.
const REDEFINE = `update segments set conditions = $3, definition = definition + 1, updated_at = $4
  where account_id = $1 and id = $2 returning definition`

const redefine = async (tx: Tx, house: House, accountId: number, segmentId: number, conditions: Conditions) => {
  const values = [accountId, segmentId, JSON.stringify(conditions), house.clock.now()]
  const row = await tx.one<{ definition: number }>(REDEFINE, values)
  if (row) await startBuild(tx, house, { accountId, segmentId, definition: row.definition })
}

/** All segments with what their conditions name. */
const readAll = async (tx: Tx, { clock }: House, accountId: number): Promise<(Row & { named: Named })[]> => {
  const { associations } = await loadDictionary(tx, accountId, clock.now())
  const rows = await tx.rows<Row>(SEGMENTS, [accountId], 'segments-names-said')
  return rows.map((row) => ({ ...row, named: namedIn(row.conditions, row.kind, associations) }))
}

const renameTag = async (tx: Tx, house: House, accountId: number, { from, to, isMerge }: TagRenaming) => {
  for (const { id, conditions, named } of await readAll(tx, house, accountId)) {
    if (!named.tags.includes(from.toLowerCase())) continue
    const reworded = withTagRenamed(conditions, from, to)
    // Those who had the other tag come in: who is a member is worked out anew.
    if (isMerge) await redefine(tx, house, accountId, id, reworded)
    else await tx.run(REWORD, [accountId, id, JSON.stringify(reworded)])
  }
}

const useOf = ({ id, name }: Row) => ({ kind: 'segment', id, name, isActive: true }) as const

/** The names of tags and of people's fields that segments say. */
export const segmentNames = (house: House): NameKeeper => ({
  mentionsOf: async (tx, accountId) =>
    (await readAll(tx, house, accountId)).flatMap(({ named, ...row }) => [
      ...named.tags.map((name) => ({ what: 'tag', name, use: useOf(row) }) as const),
      ...named.fields
        .filter(({ kind }) => kind === null)
        .map(({ name }) => ({ what: 'field', name, use: useOf(row) }) as const),
    ]),
  renameTag: (tx, accountId, renaming) => renameTag(tx, house, accountId, renaming),
  fieldChanged: async (tx, accountId, field) => {
    for (const { id, conditions, named } of await readAll(tx, house, accountId)) {
      const isConcerned = named.fields.some(({ kind, name }) => kind === null && name === field)
      if (isConcerned) await redefine(tx, house, accountId, id, conditions)
    }
  },
})

/** The names of objects' fields that segments say. */
export const objectFieldsInSegments =
  (house: House) =>
  async (tx: Tx, accountId: number): Promise<ObjectFieldMention[]> =>
    (await readAll(tx, house, accountId)).flatMap(({ named, ...row }) =>
      named.fields.flatMap(({ kind, name }) => (kind === null ? [] : [{ schemaId: kind, name, use: useOf(row) }])),
    )
