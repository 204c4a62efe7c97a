import type { Template } from '@millrace/emails/server'
import type { House } from '@millrace/kit/server'
import type { Facts } from '../ledger/facts.ts'
import type { LinkList } from '../tracking/links.ts'
import { type Utms, utmIdOf } from '../tracking/utms.ts'
import { isOfReader, utmsOfEmail } from './mailUtms.ts'

/** What all mails of an email in one way of sending have in common, as far as its links go. */
export type LinkNames = {
  ids: ReadonlyMap<string, number>
  /** Parameters that links get; `utmId` names them where all readers get the same. */
  utms: Utms
  utmId: number
}

const NO_UTMS: Utms = {}

/** No links that are known, and nothing that they get. */
export const NO_NAMES: LinkNames = { ids: new Map(), utms: NO_UTMS, utmId: 0 }

const urlsOf = ({ links }: Template) => links.map((link) => link.url)

/** What the links of the emails of a batch are named by. */
export const linkNamesOf = async (
  facts: Pick<Facts, 'templates' | 'account'>,
  accountId: number,
  { house, links }: { house: House; links: LinkList },
) => {
  const names = new Map<string, LinkNames>()
  for (const [key, template] of facts.templates) {
    if (!template) continue
    const utms = utmsOfEmail(facts.account?.linkUTMs ?? {}, template)
    const isNamed = Object.keys(utms).length > 0 && !isOfReader(utms)
    names.set(key, {
      ids: await links.idsOf(house.db, accountId, template.emailId, urlsOf(template)),
      utms,
      utmId: isNamed ? await utmIdOf(house.db, accountId, utms) : 0,
    })
  }
  return names
}
