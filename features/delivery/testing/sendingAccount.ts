import type { Tx } from '@millrace/kit/server'
import type { TestAccount } from '@millrace/kit/testing'
import type { World } from './openWorld.ts'

/** An account that can send: a verified sender, an email, some people. */
export type SendingAccount = TestAccount & { emailId: number; personIds: number[] }

type Wanted = {
  /** One that is there already. */
  account?: TestAccount
  people?: number
  html?: string
  subject?: string
  isTransactional?: boolean
  fromEmail?: string
  isVerified?: boolean
}

const HTML =
  '<html><head><title></title></head><body><p>Hello {{ person.firstName }}</p><a href="https://acme.example/a?x=1&amp;y=2">A</a><a href="https://acme.example/p/{{ person.id }}">P</a></body></html>'

const writeEmail = async (tx: Tx, accountId: number, at: Date, wanted: Wanted): Promise<number> => {
  const {
    html = HTML,
    subject = 'Hello {{ person.firstName }}',
    isTransactional = false,
    fromEmail = 'news@acme.example',
  } = wanted
  // An email as the emails feature keeps it.
  const email = await tx.one<{ id: number }>(
    `insert into emails (account_id, name, is_transactional, created_at, updated_at) values ($1, 'Welcome', $2, $3, $3) returning id`,
    [accountId, isTransactional, at],
  )
  // Its only version.
  await tx.run(
    `insert into email_versions (account_id, email_id, version, subject, from_name, from_email, html, created_at, updated_at)
     values ($1, $2, 1, $3, 'Acme', $4, $5, $6, $6)`,
    [accountId, email?.id, subject, fromEmail, html, at],
  )
  return email?.id ?? 0
}

/** Makes an account with an email, a verified sender and people named p0@example.org and so on. */
export const sendingAccount = async ({ house, delivery }: World, wanted: Wanted = {}): Promise<SendingAccount> => {
  const account = wanted.account ?? (await house.newAccount({ name: 'Acme' }))
  const { accountId } = account
  return house.db.system(async (tx) => {
    const at = house.clock.now()
    if (wanted.isVerified !== false) await delivery.addVerifiedAddress(tx, accountId, 'news@acme.example')
    const emailId = await writeEmail(tx, accountId, at, wanted)
    // People with an address and a first name.
    const people = await tx.rows<{ id: number }>(
      `insert into people (account_id, email, fields, created_at, updated_at)
       select $1::int, 'p' || n || '@example.org', jsonb_build_object('firstName', 'Person ' || n), $3, $3
       from generate_series(0, $2::int - 1) as n returning id`,
      [accountId, wanted.people ?? 1, at],
    )
    return { ...account, emailId, personIds: people.map((person) => person.id) }
  })
}
