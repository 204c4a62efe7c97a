import { csvLine, type House, likeSearch, malformed, readJson, type Tx } from '@millrace/kit/server'
import type { SuppressedAddress, SuppressionReason } from '../../contract/index.ts'

type Row = Omit<SuppressedAddress, 'at'> & { at: Date; atText: string }

/** What is looked for in the list. */
export type SuppressionFilter = { search?: string | undefined; reason?: SuppressionReason | undefined }

/** Entries that fit, behind the one that the page before ended with; each with who made it and whose address it is. */
const PAGE = `select s.address, s.reason, s.detail, s.source, s.at, s.at::text as "atText",
    (select coalesce(nullif(m.name, ''), m.email) from members m where m.id = s.member_id and s.member_id > 0) as by,
    (select p.id from people p where p.account_id = $1 and p.email = s.address order by p.account_id, p.id limit 1) as "personId"
  from suppressions s
  where s.account_id = $1 and ($2::text is null or s.address like $2) and ($3::text is null or s.reason = $3)
    and ($4::timestamptz is null or s.at < $4 or (s.at = $4 and (s.address, s.reason) > ($5, $6)))
  order by s.account_id, s.at desc, s.address, s.reason limit $7`

/** How many fit. */
const COUNT = `select count(*)::int as total from suppressions s
  where s.account_id = $1 and ($2::text is null or s.address like $2) and ($3::text is null or s.reason = $3)`

const patternOf = (search: string | undefined) => likeSearch(search?.toLowerCase()) || null

type Last = [at: string, address: string, reason: string]

const cursorOf = ({ atText, address, reason }: Row) =>
  Buffer.from(JSON.stringify([atText, address, reason])).toString('base64url')

const TIME = /^\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}(:\d{2})?$/

const isLast = (said: unknown): said is Last =>
  Array.isArray(said) && said.length === 3 && said.every((part) => typeof part === 'string') && TIME.test(`${said[0]}`)

const parsed = (cursor: string): unknown => {
  try {
    return readJson(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

const readLast = (cursor: string | undefined): Last | [null, null, null] => {
  if (cursor === undefined) return [null, null, null]
  const said = parsed(cursor)
  if (!isLast(said)) throw malformed('This cursor is not one of ours.')
  return said
}

const shown = ({ atText: _atText, at, ...row }: Row): SuppressedAddress => ({ ...row, at: at.toISOString() })

const readPage = (
  tx: Tx,
  accountId: number,
  filter: SuppressionFilter,
  last: readonly (string | null)[],
  limit: number,
) => tx.rows<Row>(PAGE, [accountId, patternOf(filter.search), filter.reason ?? null, ...last, limit])

/** A page of the list, the newest first. */
export const listSuppressions = async (
  tx: Tx,
  accountId: number,
  { cursor, limit = 50, ...filter }: SuppressionFilter & { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ suppressions: SuppressedAddress[]; total: number; next: string | null }> => {
  const rows = await readPage(tx, accountId, filter, readLast(cursor), limit)
  const last = rows.at(-1)
  const count = await tx.one<{ total: number }>(COUNT, [accountId, patternOf(filter.search), filter.reason ?? null])
  return {
    suppressions: rows.map(shown),
    total: count?.total ?? 0,
    next: last && rows.length === limit ? cursorOf(last) : null,
  }
}

const STEP = 5_000

/** The lines of the list as a CSV file; read in pieces, so that a long one costs no memory. */
export async function* suppressionLines(
  { db }: House,
  accountId: number,
  filter: SuppressionFilter,
): AsyncGenerator<string> {
  yield csvLine(['email', 'reason', 'detail', 'source', 'at'])
  for (let last: Last | [null, null, null] | undefined = [null, null, null]; last; ) {
    const from: readonly (string | null)[] = last
    const rows: Row[] = await db.account(accountId, (tx) => readPage(tx, accountId, filter, from, STEP))
    yield rows.map((row) => csvLine([row.address, row.reason, row.detail, row.source, row.at.toISOString()])).join('')
    const end = rows.at(-1)
    last = end && rows.length === STEP ? [end.atText, end.address, end.reason] : undefined
  }
}
