import type { NameKeeper } from '@millrace/people/server'
import type { Target } from '../../contract/index.ts'

/** Imports that are not over yet. */
const OPEN = `select id, name, tags, mapping from imports
  where account_id = $1 and status in ('queued', 'running', 'paused') order by account_id, id`

/** Says a tag's new name in imports that put it on people, those that are over included; where both stood, one goes. */
const REWORD = `update imports set tags = array(
    select case when lower(u.tag) in (lower($2::text), lower($3::text)) then $3::text else u.tag end as said
    from unnest(tags) with ordinality as u(tag, place) group by said order by min(u.place))
  where account_id = $1 and exists (select from unnest(tags) as t(tag) where lower(t.tag) = lower($2::text))`

type Row = { id: number; name: string; tags: string[]; mapping: Record<string, Target> }

/** The names of tags and fields that imports say. */
export const importNames: NameKeeper = {
  mentionsOf: async (tx, accountId) =>
    (await tx.rows<Row>(OPEN, [accountId])).flatMap(({ id, name, tags, mapping }) => {
      const use = { kind: 'import', id, name, isActive: true } as const
      return [
        ...tags.map((tag) => ({ what: 'tag', name: tag.toLowerCase(), use }) as const),
        ...Object.values(mapping).map(({ field }) => ({ what: 'field', name: field, use }) as const),
      ]
    }),
  renameTag: async (tx, accountId, { from, to }) => {
    await tx.run(REWORD, [accountId, from, to])
  },
}
