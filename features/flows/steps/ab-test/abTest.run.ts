import { type Outcome, personIdsOf, type StepContext, type StepRun } from '../../server/engine/stepRun.ts'
import { type AbTestValues, keyOfVariant } from './abTest.step.ts'
import { chanceOf, variantAt } from './chance.ts'

/** The variants that people have got. */
const KNOWN = `select person_id as "personId", variant from step_variants
  where account_id = $1 and step_id = $2 and person_id = any($3::bigint[])`

/** Gives people variants, unless they have got one meanwhile that is still there. */
const ASSIGN = `insert into step_variants as v (account_id, step_id, person_id, variant, assigned_at)
  select $1::int, $2::bigint, u.person_id, u.variant, $6::timestamptz
  from unnest($3::bigint[], $4::text[]) as u(person_id, variant)
  on conflict (account_id, step_id, person_id) do update
    set variant = excluded.variant, assigned_at = excluded.assigned_at
    where v.account_id = $1::int and not (v.variant = any($5::text[]))`

type Row = { personId: number; variant: string }

const read = async ({ tx, accountId, stepId }: StepContext, ids: readonly number[]) =>
  new Map(
    (await tx.rows<Row>(KNOWN, [accountId, stepId, ids], 'flows-variants')).map(({ personId, variant }) => [
      personId,
      variant,
    ]),
  )

/** Everybody goes by the variant they once got; who has none, or one that is no more, gets one by weight. */
export const runAbTest: StepRun<AbTestValues> = {
  usesDatabase: true,
  run: async (context, { variants }, tokens) => {
    const { tx, accountId, stepId, now } = context
    const names = new Map(variants.map((variant) => [keyOfVariant(variant), variant.name]))
    const ids = personIdsOf(tokens).sort((a, b) => a - b)
    let known = await read(context, ids)
    const without = ids.filter((id) => !names.has(known.get(id) ?? ''))
    if (without.length) {
      const chosen = without.map((id) => variantAt(variants, chanceOf(`${accountId} ${stepId} ${id}`)))
      await tx.run(ASSIGN, [accountId, stepId, without, chosen, [...names.keys()], now], 'flows-variants-assign')
      known = new Map([...known, ...(await read(context, without))])
    }
    return tokens.map(({ personId }): Outcome => {
      const name = names.get(known.get(personId) ?? '')
      return name === undefined ? { fail: 'No variant could be chosen.' } : { go: name }
    })
  },
}
