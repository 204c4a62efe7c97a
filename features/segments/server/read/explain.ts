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
import type { Dictionary } from '../compile/dictionary.ts'
import { eventsThat } from '../compile/event.ts'
import { openStatement } from '../compile/statement.ts'

type Fact = { fact: string; at: Date | null }
type Leaf = Exclude<Condition, { type: 'group' }>

const leavesOf = (condition: Condition): Leaf[] =>
  condition.type === 'group' ? condition.conditions.flatMap(leavesOf) : [condition]

/** What each condition says of one person, in order. */
const answers = async (
  tx: Tx,
  leaves: readonly Leaf[],
  dictionary: Dictionary,
  personId: number,
): Promise<boolean[]> => {
  if (!leaves.length) return []
  const values: unknown[] = [dictionary.accountId, personId]
  const statement = openStatement(dictionary, { params: values })
  const parts = leaves.map((leaf) => conditionSql(leaf, statement))
  const row = await tx.one<{ met: boolean[] }>(
    `select array[${parts.join(', ')}] as met from people p where p.account_id = $1::int and p.id = $2::bigint`,
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

const segmentFact = async (tx: Tx, id: number, { accountId }: Dictionary, personId: number): Promise<Fact> => {
  const row = await tx.one<{ enteredAt: Date; leftAt: Date | null }>(SINCE, [accountId, id, personId], 'segments-since')
  if (!row) return { fact: 'never in it', at: null }
  return row.leftAt ? { fact: 'left it', at: row.leftAt } : { fact: 'in it', at: row.enteredAt }
}

/** Of how many associated things how many meet the conditions. */
const tiedFact = async (
  tx: Tx,
  leaf: Leaf & { type: 'association' },
  dictionary: Dictionary,
  personId: number,
): Promise<Fact> => {
  const side = sideOf(leaf, null, dictionary.associations)
  if (!side) return { fact: 'none', at: null }
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values })
  const inner = leaf.associationConditions
  const met = inner?.conditions.length ? conditionSql(inner, statement.inside(side.otherKind, 'o')) : 'true'
  // How many things a person is tied to, and how many of them meet the conditions.
  const row = await tx.one<{ all: number; met: number }>(
    `select count(*) as all, count(*) filter (where ${met}) as met
     from associations a join ${side.otherKind === null ? 'people' : 'objects'} o on o.account_id = ${statement.account} and o.id = a.${side.other}
     where a.account_id = ${statement.account} and a.association_id = ${statement.bind(side.associationId, 'bigint')}
       and a.${side.own} = ${statement.bind(personId, 'bigint')} and o.archived_at is null`,
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
  personId: number,
  person: Record<string, unknown>,
): Promise<Fact> => {
  if (leaf.type === 'event') return eventFact(tx, leaf, dictionary, personId)
  if (leaf.type === 'segment') return segmentFact(tx, leaf.value, dictionary, personId)
  if (leaf.type === 'tag') {
    const tags = String(person.tags)
      .split(',')
      .map((tag) => tag.toLowerCase())
    return { fact: tags.includes(leaf.value.toLowerCase()) ? 'has it' : 'does not have it', at: null }
  }
  if (leaf.type === 'association') return tiedFact(tx, leaf, dictionary, personId)
  if (leaf.type === 'field') return fieldFact(person[leaf.field], dictionary)
  return { fact: '', at: null }
}

// The names of tags, segments and fields that an explanation reads out.
const TITLES = `select 't' as kind, id::text as key, name from tags where account_id = $1
  union all select 's', id::text, name from segments where account_id = $1
  union all select 'f', name, title from person_fields where account_id = $1
  union all select 'a', t.id::text, k.display_name_singular || '/' || k.display_name_plural from association_types t
    join object_schemas k on k.account_id = $1 and k.id = coalesce(t.to_schema_id, t.from_schema_id) where t.account_id = $1`

const readTitles = async (tx: Tx, accountId: number, goals: readonly Goal[]) => {
  const rows = await tx.rows<{ kind: string; key: string; name: string }>(TITLES, [accountId], 'segments-titles')
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

/** Why conditions are true or false for one person: the tree, each condition with its answer and the fact behind it. */
export const explain = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  personId: number,
  goals: readonly Goal[] = [],
): Promise<Explanation> => {
  const row = await tx.one<PersonRow>(PERSON, [dictionary.accountId, personId], 'segments-explained')
  if (!row) throw notFound('There is no such person.')
  const { titles, tags } = await readTitles(tx, dictionary.accountId, goals)
  const person = toPerson(row, tags)
  const leaves = leavesOf(conditions)
  const met = await answers(tx, leaves, dictionary, personId)
  let next = 0
  const visit = async (condition: Condition): Promise<Explanation> => {
    const text = conditionText(condition, titles)
    if (condition.type !== 'group') {
      const isTrue = met[next++] ?? false
      const { fact, at } = await factOf(tx, condition, dictionary, personId, person)
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
