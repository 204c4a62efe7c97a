import type { Tx } from '@millrace/kit/server'
import { displayTypeOf } from '@millrace/people/server'
import { COMPANY, type ObjectField } from '../../contract/index.ts'

type BuiltIn = Pick<ObjectField, 'name' | 'title' | 'type'> & Partial<Pick<ObjectField, 'displayType'>>

const FIELDS: readonly BuiltIn[] = [
  { name: 'name', title: 'Name', type: 'string' },
  { name: 'domain', title: 'Domain', type: 'string' },
  { name: 'website', title: 'Website', type: 'string', displayType: 'url' },
  { name: 'industry', title: 'Industry', type: 'string' },
  { name: 'employees', title: 'Employees', type: 'integer' },
  { name: 'plan', title: 'Plan', type: 'string' },
  { name: 'monthlySpend', title: 'Monthly spend', type: 'number', displayType: 'currency' },
  { name: 'country', title: 'Country', type: 'string' },
  { name: 'city', title: 'City', type: 'string' },
  { name: 'phone', title: 'Phone', type: 'string', displayType: 'phone' },
]

/** Makes the schema of companies where it is missing; nothing comes back where it is there. */
const MAKE_SCHEMA = `
insert into object_schemas (account_id, name, display_name_singular, display_name_plural, description, primary_field,
  secondary_fields, searchable_fields, is_built_in, created_at, updated_at)
values ($1, '${COMPANY}', 'Company', 'Companies', 'The businesses that people belong to.', 'name', '{domain,industry}',
  '{name,domain,website}', true, $2, $2)
on conflict (account_id, lower(name)) where deleted_at is null do nothing returning id`

const MAKE_FIELDS = `
insert into object_fields (account_id, schema_id, name, title, type, display_type, created_by, is_first_class, created_at)
select $1::int, $2::bigint, u.name, u.title, u.type, u.display_type, 'system', true, u.created_at
from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[]) as u(name, title, type, display_type, created_at)`

const MAKE_ASSOCIATION = `
insert into association_types (account_id, name, type, from_schema_id, to_schema_id, is_default, created_at)
values ($1, 'Company of a person', 'M:M', null, $2, true, $3)`

/** Gives an account its companies, tied to people; harmless where it has them. */
export const ensureCompany = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  const made = await tx.one<{ id: number }>(MAKE_SCHEMA, [accountId, now])
  if (!made) return
  await tx.run(MAKE_FIELDS, [
    accountId,
    made.id,
    FIELDS.map(({ name }) => name),
    FIELDS.map(({ title }) => title),
    FIELDS.map(({ type }) => type),
    FIELDS.map(({ type, displayType }) => displayType ?? displayTypeOf({ type, format: null })),
    // A millisecond apart, so that they are listed in this order.
    FIELDS.map((_, index) => new Date(now.getTime() + index)),
  ])
  await tx.run(MAKE_ASSOCIATION, [accountId, made.id, now])
}
