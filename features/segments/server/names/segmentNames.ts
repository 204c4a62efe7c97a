import type { House, Tx } from '@millrace/kit/server'
import type { NameKeeper, TagRenaming } from '@millrace/people/server'
import { type Conditions, namesIn, withTagRenamed } from '../../contract/index.ts'
import { startBuild } from '../membership/buildSegment.ts'

type Row = { id: number; name: string; conditions: Conditions }

// The segments whose conditions are about people.
const SEGMENTS = `select id, name, conditions from segments where account_id = $1 and object_name = 'person' order by account_id, id`

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

const readAll = (tx: Tx, accountId: number) => tx.rows<Row>(SEGMENTS, [accountId], 'segments-names-said')

const renameTag = async (tx: Tx, house: House, accountId: number, { from, to, isMerge }: TagRenaming) => {
  for (const { id, conditions } of await readAll(tx, accountId)) {
    if (!namesIn(conditions).tags.includes(from.toLowerCase())) continue
    const reworded = withTagRenamed(conditions, from, to)
    // Those who had the other tag come in: who is a member is worked out anew.
    if (isMerge) await redefine(tx, house, accountId, id, reworded)
    else await tx.run(REWORD, [accountId, id, JSON.stringify(reworded)])
  }
}

/** The names of tags and fields that segments say. */
export const segmentNames = (house: House): NameKeeper => ({
  mentionsOf: async (tx, accountId) =>
    (await readAll(tx, accountId)).flatMap(({ id, name, conditions }) => {
      const { tags, fields } = namesIn(conditions)
      const use = { kind: 'segment', id, name, isActive: true } as const
      return [
        ...tags.map((tag) => ({ what: 'tag', name: tag, use }) as const),
        ...fields.map((field) => ({ what: 'field', name: field, use }) as const),
      ]
    }),
  renameTag: (tx, accountId, renaming) => renameTag(tx, house, accountId, renaming),
  fieldChanged: async (tx, accountId, field) => {
    for (const { id, conditions } of await readAll(tx, accountId)) {
      if (namesIn(conditions).fields.includes(field)) await redefine(tx, house, accountId, id, conditions)
    }
  },
})
