import type { House } from '@millrace/kit/server'
import type { Features } from './features.ts'

/** How to sign in to what was just made. */
export type SignIn = { email: string; password: string }

const OWNER = { email: 'mara@northwind.example', password: 'northwind' }

/** Fills an empty database with the story workspace; answers how to sign in, or nothing where accounts exist. */
export const seedIfEmpty = ({ db }: House, { accounts, delivery }: Features): Promise<SignIn | undefined> =>
  db.system(async (tx) => {
    // One account is enough not to be empty.
    const before = await tx.one('select 1 from accounts limit 1')
    if (before) return undefined
    const opened = await accounts.openAccount(tx, {
      // Whoever starts the installation reads its mail only after signing in.
      member: { ...OWNER, name: 'Mara Lindqvist', data: { disabledLoginConfirmation: true } },
      account: {
        name: 'Northwind',
        site: 'https://northwind.example',
        industry: 'Software',
        flags: { providedSiteAndName: true, aiFlowsGenerated: true },
      },
    })
    if (!opened) return undefined
    await delivery.addVerifiedAddress(tx, opened.accountId, OWNER.email)
    return OWNER
  })
