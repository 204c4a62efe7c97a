import type { Tx } from '@millrace/kit/server'
import { BUILT_IN_FIELDS } from '../../contract/index.ts'
import { displayTypeOf } from './fieldRules.ts'

/** Gives an account the fields that everybody has. */
const SEED = `
insert into person_fields (account_id, name, title, type, format, display_type, description, created_by, is_read_only,
  is_array, can_map_from, is_first_class, created_at)
select $1::int, u.name, u.title, u.type, u.format, u.display_type, u.description, 'system', u.is_read_only, u.is_array,
  u.can_map_from, true, $2
from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[], $10::boolean[], $11::boolean[])
  as u(name, title, type, format, display_type, description, is_read_only, is_array, can_map_from)
on conflict (account_id, name) do nothing`

/** Gives a new account its built-in person fields; harmless where it has them. */
export const seedFields = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  const all = BUILT_IN_FIELDS
  await tx.run(SEED, [
    accountId,
    now,
    all.map((field) => field.name),
    all.map((field) => field.title),
    all.map((field) => field.type),
    all.map((field) => field.format ?? null),
    all.map((field) => field.displayType ?? displayTypeOf({ type: field.type, format: field.format ?? null })),
    all.map((field) => field.description ?? ''),
    all.map((field) => field.readOnly ?? false),
    all.map((field) => field.array ?? false),
    all.map((field) => field.canMapFrom ?? true),
  ])
}
