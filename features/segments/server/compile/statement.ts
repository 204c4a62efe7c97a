import type { Condition } from '../../contract/index.ts'
import type { Dictionary, Kind } from './dictionary.ts'

/**
 * The statement that conditions become a part of. `probe` asks each person by themselves, fit for few people or for
 * walking in order; `set` joins whole sets of ids, fit for counting.
 */
export type Statement = {
  mode: 'probe' | 'set'
  dictionary: Dictionary
  /** What is asked. */
  kind: Kind
  /** Whether all are counted, and who does not meet the present condition is out whatever else is asked; for sets. */
  isRequired: boolean
  /** Choices that few people meet: these are found first and then asked about the rest. */
  small?: ReadonlySet<Condition>
  /** Between which ids all who are asked lie, where nearly all ids between are asked: what they did is then read at once. */
  near?: { first: number; last: number }
  /** Only what people did after the one and up to the other counts; SQL of times. */
  span?: { after: string; until: string }
  /** The alias of the table of those who are asked. */
  person: string
  /** The placeholder of the account's id. */
  account: string
  /** Takes a value as a parameter and answers its placeholder with a cast. */
  bind(value: unknown, type: string): string
  /** What must stand after `from people p`; fills as sets are needed. */
  joins: readonly string[]
  /** Adds a join on a set of people (`select … as id`) and answers the condition that says "is in it". */
  join(set: string): string
  /** The same statement where it asks of something inside, one by one. */
  inside(kind: Kind, alias: string): Statement
}

type Options = { params: unknown[]; person?: string; mode?: 'probe' | 'set'; kind?: Kind; isRequired?: boolean } & Pick<
  Statement,
  'span' | 'small' | 'near'
>

/** A statement whose parameters follow those that are already in `params`. */
export const openStatement = (
  dictionary: Dictionary,
  { params, person = 'p', mode = 'probe', kind = null, isRequired = false, span, small, near }: Options,
): Statement => {
  const joins: string[] = []
  const known = new Map<string, string>()
  const bind = (value: unknown, type: string) => {
    const key = `${type} ${JSON.stringify(value)}`
    const before = known.get(key)
    if (before) return before
    params.push(value)
    const placeholder = `$${params.length}::${type}`
    known.set(key, placeholder)
    return placeholder
  }
  const statement: Statement = {
    mode,
    dictionary,
    kind,
    person,
    isRequired,
    ...(span && { span }),
    ...(small && { small }),
    ...(near && { near }),
    // Bound when first asked for: a parameter that the statement does not use has no type.
    get account() {
      return bind(dictionary.accountId, 'int')
    },
    bind,
    joins,
    join: (set) => {
      const alias = `set${joins.length + 1}`
      joins.push(`left join (${set}) ${alias} on ${alias}.id = ${person}.id`)
      return `${alias}.id is not null`
    },
    inside: (inner, alias) => {
      // Who is asked inside lies anywhere.
      const { near: _, ...others } = statement
      return { ...others, mode: 'probe', kind: inner, person: alias, joins: [] }
    },
  }
  return statement
}

/** Two-valued: unknown counts as false. */
export const known = (sql: string): string => `coalesce(${sql}, false)`

/** The opposite of something two-valued. */
export const not = (sql: string): string => `not (${sql})`
