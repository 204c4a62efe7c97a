import { type CallContext, conflict, type House, notFound } from '@millrace/kit/server'
import type { SuppressedAddress, SuppressionImport, SuppressionReason } from '../../contract/index.ts'
import { listSuppressions } from './listSuppressions.ts'
import { readAddresses } from './readAddresses.ts'
import { type Suppression, type SuppressionSource, suppress } from './suppress.ts'

type Asking = Pick<CallContext, 'accountId' | 'memberId' | 'via'>

const sourceOf = ({ memberId, via }: Asking): SuppressionSource => ({
  source: via === 'session' ? 'member' : 'api',
  memberId,
})

/** Puts one address on the list by hand. */
export const addSuppression = (
  { db, clock }: House,
  asking: Asking,
  item: Required<Suppression>,
): Promise<SuppressedAddress> =>
  db.account(asking.accountId, async (tx) => {
    const { accountId } = asking
    if (!(await suppress(tx, accountId, [item], clock.now(), sourceOf(asking)))) {
      throw conflict(`${item.address} is on the list already.`)
    }
    const { address: search, reason } = item
    const { suppressions } = await listSuppressions(tx, accountId, { search, reason, limit: 100 })
    const added = suppressions.find(({ address }) => address === search)
    if (!added) throw new Error('The address was not written.')
    return added
  })

/** Takes an address off the list: for one reason, or for all. */
const REMOVE = `delete from suppressions where account_id = $1 and address = $2 and ($3::text is null or reason = $3)`
/** Forgets its temporary failures too: it begins anew. */
const FORGET = `delete from soft_bounces where account_id = $1 and address = $2`

/** Takes an address off the list. */
export const removeSuppression = (
  { db }: House,
  accountId: number,
  address: string,
  reason: SuppressionReason | undefined,
): Promise<void> =>
  db.account(accountId, async (tx) => {
    const count = await tx.run(REMOVE, [accountId, address, reason ?? null])
    if (!count) throw notFound('This address is not on the list.')
    await tx.run(FORGET, [accountId, address])
  })

const STEP = 10_000
const SHOWN = 20

/** Puts the addresses of a file on the list. A file that is brought in twice changes nothing the second time. */
export const importSuppressions = async (
  { db, clock }: House,
  asking: Asking,
  { csv, reason }: { csv: string; reason: SuppressionReason },
): Promise<SuppressionImport> => {
  const { accountId, memberId } = asking
  const { items, refused } = readAddresses(csv, reason)
  let added = 0
  for (let from = 0; from < items.length; from += STEP) {
    const some = items.slice(from, from + STEP)
    added += await db.account(accountId, (tx) =>
      suppress(tx, accountId, some, clock.now(), { source: 'import', memberId }),
    )
  }
  return {
    added,
    known: items.length - added,
    refused: refused.length,
    refusedLines: refused.slice(0, SHOWN),
  }
}
