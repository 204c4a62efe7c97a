import { notFound, type Tx } from '@millrace/kit/server'
import { PERSON_COLUMNS, type PersonRow, toPerson } from '@millrace/people/server'
import {
  type Condition,
  type Conditions,
  conditionText,
  type Explanation,
  type Goal,
  readTime,
  type Titles,
  valueText,
} from '../../contract/index.ts'
import { sideOf } from '../compile/association.ts'
import { conditionSql } from '../compile/compileConditions.ts'
import type { Dictionary, Kind } from '../compile/dictionary.ts'
import { eventsThat } from '../compile/event.ts'
import { openStatement } from '../compile/statement.ts'

type Fact = { fact: string; at: Date | null }
type Leaf = Exclude<Condition, { type: 'group' }>

const leavesOf = (condition: Condition): Leaf[] =>
  condition.type === 'group' ? condition.conditions.flatMap(leavesOf) : [condition]

/** Who is asked: a person (of no kind), or an object of a kind. */
type Asked = { id: number; kind: Kind }

/** What each condition says of one of them, in order. */
const answers = async (
  tx: Tx,
  leaves: readonly Leaf[],
  dictionary: Dictionary,
  { id, kind }: Asked,
): Promise<boolean[]> => {
  if (!leaves.length) return []
  const values: unknown[] = [dictionary.accountId, id]
  const statement = openStatement(dictionary, { params: values, kind })
  const parts = leaves.map((leaf) => conditionSql(leaf, statement))
  const row = await tx.one<{ met: boolean[] }>(
    `select array[${parts.join(', ')}] as met from ${kind === null ? 'people' : 'objects'} p where p.account_id = $1::int and p.id = $2::bigint`,
    values,
  )
  return row?.met ?? []
}

const eventFact = async (
  tx: Tx,
  leaf: Leaf & { type: 'event' },
  dictionary: Dictionary,
  personId: number,
): Promise<Fact> => {
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values })
  const where = eventsThat(leaf, statement)
  if (where === undefined) return { fact: 'never', at: null }
  const person = statement.bind(personId, 'bigint')
  // How often a person did what is asked for, and when last.
  const row = await tx.one<{ count: number; last: Date | null }>(
    `select count(*) as count, max(e.created_at) as last from events e where e.person_id = ${person} and ${where}`,
    values,
  )
  if (!row?.count) return { fact: 'never', at: null }
  return { fact: row.count === 1 ? 'once' : `${row.count} times`, at: row.last }
}

// When a person entered a segment, or left it.
const SINCE = `select entered_at as "enteredAt", left_at as "leftAt" from segment_members
  where account_id = $1 and segment_id = $2 and person_id = $3`

// The same of an object.
const OBJECT_SINCE = `select entered_at as "enteredAt", left_at as "leftAt" from segment_objects
  where account_id = $1 and segment_id = $2 and object_id = $3`

const segmentFact = async (
  tx: Tx,
  segmentId: number,
  { accountId }: Dictionary,
  { id, kind }: Asked,
): Promise<Fact> => {
  const sql = kind === null ? SINCE : OBJECT_SINCE
  const row = await tx.one<{ enteredAt: Date; leftAt: Date | null }>(sql, [accountId, segmentId, id])
  if (!row) return { fact: 'never in it', at: null }
  return row.leftAt ? { fact: 'left it', at: row.leftAt } : { fact: 'in it', at: row.enteredAt }
}

/** Of how many associated things how many meet the conditions. */
const tiedFact = async (
  tx: Tx,
  leaf: Leaf & { type: 'association' },
  dictionary: Dictionary,
  { id, kind }: Asked,
): Promise<Fact> => {
  const side = sideOf(leaf, kind, dictionary.associations)
  if (!side) return { fact: 'none', at: null }
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values, kind })
  const inner = leaf.associationConditions
  const met = inner?.conditions.length ? conditionSql(inner, statement.inside(side.otherKind, 'o')) : 'true'
  // How many things they are tied to, and how many of them meet the conditions.
  const row = await tx.one<{ all: number; met: number }>(
    `select count(*) as all, count(*) filter (where ${met}) as met
     from associations a join ${side.otherKind === null ? 'people' : 'objects'} o on o.account_id = ${statement.account} and o.id = a.${side.other}
     where a.account_id = ${statement.account} and a.association_id = ${statement.bind(side.associationId, 'bigint')}
       and a.${side.own} = ${statement.bind(id, 'bigint')} and o.archived_at is null`,
    values,
  )
  return { fact: row?.all ? `${row.met} of ${row.all}` : 'none', at: null }
}

/** What somebody has in a field; a time is told as one. */
const fieldFact = (value: unknown, { timezone }: Dictionary): Fact => {
  const time = typeof value === 'string' && value.length > 10 ? readTime(value, timezone) : undefined
  return time ? { fact: '', at: time.from } : { fact: valueText(value) || 'empty', at: null }
}

const factOf = async (
  tx: Tx,
  leaf: Leaf,
  dictionary: Dictionary,
  asked: Asked,
  person: Record<string, unknown>,
): Promise<Fact> => {
  if (leaf.type === 'event') return eventFact(tx, leaf, dictionary, asked.id)
  if (leaf.type === 'segment') return segmentFact(tx, leaf.value, dictionary, asked)
  if (leaf.type === 'tag') {
    const tags = String(person.tags ?? '')
      .split(',')
      .map((tag) => tag.toLowerCase())
    return { fact: tags.includes(leaf.value.toLowerCase()) ? 'has it' : 'does not have it', at: null }
  }
  if (leaf.type === 'association') return tiedFact(tx, leaf, dictionary, asked)
  if (leaf.type === 'field') return fieldFact(person[leaf.field], dictionary)
  return { fact: '', at: null }
}

// The names of tags, segments, fields and kinds that an explanation reads out; $2 is the kind that is asked.
const TITLES = `select 't' as kind, id::text as key, name from tags where account_id = $1
  union all select 's', id::text, name from segments where account_id = $1
  union all select 'f', name, title from person_fields where account_id = $1 and $2::bigint is null
  union all select 'f', name, title from object_fields where account_id = $1 and schema_id = $2::bigint
  union all select 'a', t.id::text, coalesce(k.display_name_singular || '/' || k.display_name_plural, 'person/people')
    from association_types t
    left join object_schemas k on k.account_id = $1 and k.id = case
      when t.to_schema_id = $2::bigint and t.from_schema_id is distinct from $2::bigint then t.from_schema_id
      when t.from_schema_id = $2::bigint then t.to_schema_id
      else coalesce(t.to_schema_id, t.from_schema_id) end
    where t.account_id = $1`

const readTitles = async (tx: Tx, accountId: number, kind: Kind, goals: readonly Goal[]) => {
  const rows = await tx.rows<{ kind: string; key: string; name: string }>(TITLES, [accountId, kind], 'segments-titles')
  const map = new Map(rows.map(({ kind, key, name }) => [`${kind}${key}`, name]))
  const goalTitle = (stepId: number) => {
    const goal = goals.find((one) => one.stepId === stepId)
    return goal && `${goal.name} in ${goal.flowName}`
  }
  const association = (id: number) => {
    const [one = '', many = ''] = (map.get(`a${id}`) ?? '').split('/')
    return one ? { one, many } : undefined
  }
  const titles: Titles = {
    association,
    field: (name) => map.get(`f${name}`),
    segment: (id) => map.get(`s${id}`),
    goal: goalTitle,
  }
  const tags = new Map(rows.filter(({ kind }) => kind === 't').map(({ key, name }) => [Number(key), name]))
  return { titles, tags }
}

// The person to be explained.
const PERSON = `select ${PERSON_COLUMNS} from people p where p.account_id = $1 and p.id = $2`

// The object to be explained.
const OBJECT = `select o.fields || jsonb_build_object('id', o.id, 'externalId', o.external_id, 'createdAt', o.created_at,
    'updatedAt', o.updated_at, 'archived', o.archived_at is not null) as fields
  from objects o where o.account_id = $1 and o.id = $2 and o.schema_id = $3`

/** What is read of those who are asked, field by field. */
const readAsked = async (tx: Tx, accountId: number, { id, kind }: Asked, tags: Map<number, string>) => {
  if (kind === null) {
    const row = await tx.one<PersonRow>(PERSON, [accountId, id], 'segments-explained')
    if (!row) throw notFound('There is no such person.')
    return toPerson(row, tags) as Record<string, unknown>
  }
  const row = await tx.one<{ fields: Record<string, unknown> }>(OBJECT, [accountId, id, kind])
  if (!row) throw notFound('There is no such object.')
  return row.fields
}

/** Why conditions are true or false for one person, or one object of a kind: the tree, each condition with its answer and the fact behind it. */
export const explain = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  id: number,
  goals: readonly Goal[] = [],
  kind: Kind = null,
): Promise<Explanation> => {
  const asked = { id, kind }
  const { titles, tags } = await readTitles(tx, dictionary.accountId, kind, goals)
  const person = await readAsked(tx, dictionary.accountId, asked, tags)
  const leaves = leavesOf(conditions)
  const met = await answers(tx, leaves, dictionary, asked)
  let next = 0
  const visit = async (condition: Condition): Promise<Explanation> => {
    const text = conditionText(condition, titles)
    if (condition.type !== 'group') {
      const isTrue = met[next++] ?? false
      const { fact, at } = await factOf(tx, condition, dictionary, asked, person)
      return { type: condition.type, text, isTrue, fact, at: at?.toISOString() ?? null }
    }
    const inner: Explanation[] = []
    for (const one of condition.conditions) inner.push(await visit(one))
    const { operator } = condition
    const isTrue =
      !inner.length || (operator === 'and' ? inner.every((one) => one.isTrue) : inner.some((one) => one.isTrue))
    const count = inner.filter((one) => one.isTrue).length
    return { type: 'group', text, isTrue, fact: `${count} of ${inner.length}`, at: null, operator, conditions: inner }
  }
  return visit(conditions)
}
