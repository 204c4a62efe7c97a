import type { Tx } from '@millrace/kit/server'
import type { FieldRule } from '../rules/fieldValue.ts'

/** Most choices that a field has. */
export const MOST_CHOICES = 500

/** Adds choices to a field that are not there yet, as long as there is room. */
const GROW = `
update person_fields f set enum_values = f.enum_values || coalesce((
    select jsonb_agg(u.value order by u.place) from jsonb_array_elements($3::jsonb) with ordinality as u(value, place)
    where not f.enum_values @> jsonb_build_array(u.value)), '[]')
where f.account_id = $1 and f.name = $2 and f.may_grow_enum and jsonb_typeof(f.enum_values) = 'array'
  and jsonb_array_length(f.enum_values) < ${MOST_CHOICES}`

/** Values that fields which take new choices have not had, by the name of the field. */
export class NewChoices {
  private readonly byField = new Map<string, Set<string | number>>()

  /** Notes a value that was taken. */
  note(rule: FieldRule, value: unknown): void {
    if (!rule.mayGrowEnum || !rule.enumValues) return
    for (const one of Array.isArray(value) ? value : [value]) {
      if ((typeof one !== 'string' && typeof one !== 'number') || rule.enumValues.includes(one)) continue
      this.byField.set(rule.name, (this.byField.get(rule.name) ?? new Set()).add(one))
    }
  }

  /** Makes them choices of their fields, in the order of the fields' names. */
  async keep(tx: Tx, accountId: number): Promise<void> {
    for (const [name, values] of [...this.byField].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await tx.run(GROW, [accountId, name, JSON.stringify([...values].slice(0, MOST_CHOICES))])
    }
  }
}
