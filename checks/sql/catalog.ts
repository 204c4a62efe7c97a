import type { Client } from 'pg'

type Row = { finding: string; relation: string; detail: string }

/** Finds what the catalogue of a migrated database has against the rules of tenant tables. */
const CATALOG = `
with told as (
  select c.oid, c.relname, c.relkind, split_part(obj_description(c.oid, 'pg_class'), ';', 1) as class
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
), tenant as (
  select told.*, a.attnum as key_number, a.atttypid as key_type, a.attnotnull as is_filled
  from told left join pg_attribute a on a.attrelid = told.oid and a.attname = 'account_id'
  where class = 'tenant'
)
select 'says neither tenant, reference nor local' as finding, relname as relation, coalesce(class, '') as detail
  from told where class is null or class not in ('tenant', 'reference', 'local')
union all select 'has no account_id', relname, '' from tenant where key_number is null
union all select 'account_id may be null', relname, '' from tenant where not is_filled
union all select 'account_id is not int', relname, format_type(key_type, null) from tenant where key_type <> 'int4'::regtype
union all select 'has no primary key', relname, '' from tenant
  where not exists (select 1 from pg_index i where i.indrelid = tenant.oid and i.indisprimary)
union all select 'unique without account_id', tenant.relname, i.indexrelid::regclass::text
  from tenant join pg_index i on i.indrelid = tenant.oid
  where (i.indisunique or i.indisexclusion) and not tenant.key_number = any (i.indkey[0:i.indnkeyatts - 1])
union all select 'foreign key without account_id', tenant.relname, k.conname
  from tenant join pg_constraint k on k.conrelid = tenant.oid and k.contype = 'f'
  join told target on target.oid = k.confrelid and target.class = 'tenant'
  left join pg_attribute ta on ta.attrelid = k.confrelid and ta.attname = 'account_id'
  where not exists (select 1 from unnest(k.conkey, k.confkey) pair(a, b) where pair.a = tenant.key_number and pair.b = ta.attnum)
union all select 'foreign key that sets null', tenant.relname, k.conname
  from tenant join pg_constraint k on k.conrelid = tenant.oid and k.contype = 'f'
  where k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd')
union all select 'reference table points at a tenant table', told.relname, k.conname
  from told join pg_constraint k on k.conrelid = told.oid and k.contype = 'f'
  join tenant on tenant.oid = k.confrelid where told.class = 'reference'
union all select 'trigger', tenant.relname, g.tgname
  from tenant join pg_trigger g on g.tgrelid = tenant.oid where not g.tgisinternal
union all select 'identity that is not bigint', tenant.relname, a.attname
  from tenant join pg_attribute a on a.attrelid = tenant.oid and a.attidentity <> ''
  where a.atttypid <> 'int8'::regtype
union all select 'not behind the wall', relname, '' from tenant
  where not (select c.relrowsecurity from pg_class c where c.oid = tenant.oid)
union all select 'policy without nullif', tenant.relname, p.polname
  from tenant join pg_policy p on p.polrelid = tenant.oid
  where coalesce(pg_get_expr(p.polqual, p.polrelid), '') not ilike '%nullif%'
`

/** One sentence for each thing that breaks a rule of tenant tables (docs/architecture.md, "Data"). */
export const catalogFindings = async (client: Pick<Client, 'query'>): Promise<string[]> => {
  const { rows } = await client.query<Row>(CATALOG)
  return rows.map(({ finding, relation, detail }) => `${relation}: ${finding}${detail && ` (${detail})`}`)
}
