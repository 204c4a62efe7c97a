import type { House } from '@millrace/kit/server'
import type { PersonPart } from '@millrace/people/server'

/** Refused rows that one of some addresses stands in. */
const NAMES_ONE = `exists (
  select 1 from jsonb_array_elements_text(r.row_values) as v(cell), unnest($2::text[]) as u(address)
  where strpos(lower(v.cell), u.address) > 0)`

/** Refused rows that tell a person. */
const COUNT = `
select count(*)::int as count from import_refusals r, people p
where r.account_id = $1 and p.account_id = $1 and p.id = $2 and p.email is not null and r.row_values::text ilike '%' || p.email || '%'`

/** Takes the words out of refused rows; that a row was refused, and which, stays. */
const BLANK = `
update import_refusals r set message = 'This row was erased on request.', row_values = '[]'
where r.account_id = $1 and ${NAMES_ONE}`

/** Forgets what imports did to people who are gone. */
const FORGET_CHANGES = `delete from import_changes where account_id = $1 and person_id = any($2::bigint[])`

/** Of somebody who became another person only that they were imported stays: taking that back counts them as left. */
const BLANK_CHANGES = `
update import_changes set before = null, after = null, tags = '{}' where account_id = $1 and person_id = $2`

const DATA_CHANGES = `
select i.name as import, c.is_created as "isCreated", c.before, c.after, c.written_at as at from import_changes c
join imports i on i.account_id = $1 and i.id = c.import_id
where c.account_id = $1 and c.person_id = $2 order by c.account_id, c.import_id`

const DATA = `
select i.name as import, r.line, r.message, r.row_values as "values" from import_refusals r
join imports i on i.account_id = $1 and i.id = r.import_id
join people p on p.account_id = $1 and p.id = $2 and p.email is not null
where r.account_id = $1 and r.row_values::text ilike '%' || p.email || '%'
order by r.account_id, r.import_id, r.row_number`

/** What imports keep of people: rows that were refused, and the uploaded files, which are gone after 30 days anyway. */
export const personImports = (house: House): PersonPart => ({
  count: async (tx, accountId, personId) => {
    const row = await tx.one<{ count: number }>(COUNT, [accountId, personId])
    return [{ what: 'rows of imports', count: row?.count ?? 0 }]
  },
  merge: async (tx, accountId, { gone }) => void (await tx.run(BLANK_CHANGES, [accountId, gone])),
  erase: async (tx, accountId, personIds, traces) => {
    await tx.run(FORGET_CHANGES, [accountId, personIds])
    if (!traces?.addresses.length) return
    await tx.run(BLANK, [accountId, traces.addresses])
    const sealed = house.keys.seal(
      JSON.stringify([...traces.addresses, ...traces.words.map((word) => word.toLowerCase())]),
    )
    await house.jobs.add(tx, 'imports.forget-person', { accountId, sealed }, { attempts: 25 })
  },
  data: async function* (accountId, personId) {
    const read = (sql: string) => house.db.account(accountId, (tx) => tx.rows(sql, [accountId, personId]))
    yield { of: 'importRows', rows: await read(DATA) }
    yield { of: 'importChanges', rows: await read(DATA_CHANGES) }
  },
})
