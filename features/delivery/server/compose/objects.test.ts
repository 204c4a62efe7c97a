import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRelayedWorld, type RelayedWorld, sendingAccount, sendMails } from '../../testing/index.ts'

let world: RelayedWorld

beforeAll(async () => {
  world = await openRelayedWorld()
})
afterAll(() => world.close())

/** Makes a kind of object that people are tied to in two ways; answers the ids of the kind and of both. */
const newKind = (accountId: number, name: string) =>
  world.house.db.system(async (tx) => {
    const now = world.house.clock.now()
    const one = async (sql: string, ...values: unknown[]) =>
      (await tx.one<{ id: number }>(sql, [accountId, ...values]))?.id
    const schemaId = await one(
      `insert into object_schemas (account_id, name, display_name_singular, display_name_plural, primary_field, created_at, updated_at)
       values ($1, $2, $2, $2, 'name', $3, $3) returning id`,
      name,
      now,
    )
    const way = (from: number | null | undefined, to: number | null | undefined, isDefault: boolean) =>
      one(
        `insert into association_types (account_id, name, type, from_schema_id, to_schema_id, is_default, created_at)
         values ($1, 'tied', 'M:M', $2, $3, $4, $5) returning id`,
        from,
        to,
        isDefault,
        now,
      )
    return { schemaId, usual: await way(null, schemaId, true), other: await way(schemaId, null, false) }
  })

const put = (accountId: number, schemaId: number | undefined, name: string, isArchived = false) =>
  world.house.db.system(async (tx) => {
    const now = world.house.clock.now()
    const row = await tx.one<{ id: number }>(
      `insert into objects (account_id, schema_id, fields, created_at, updated_at, archived_at)
       values ($1, $2, $3, $4, $4, $5) returning id`,
      [accountId, schemaId, JSON.stringify({ name }), now, isArchived ? now : null],
    )
    return row?.id ?? 0
  })

const tie = (accountId: number, way: number | undefined, from: number, to: number, at: Date) =>
  world.house.db.system((tx) =>
    tx.run(
      `insert into associations (account_id, association_id, from_id, to_id, has_single_from, has_single_to, created_at)
       values ($1, $2, $3, $4, false, false, $5)`,
      [accountId, way, from, to, at],
    ),
  )

it('tells each reader of the object that they are tied to: in the usual way first, the latest, none that is archived', async () => {
  const html = `<html><head></head><body><p>{{ object.Company.name | default: 'nobody' }}</p></body></html>`
  const account = await sendingAccount(world, { people: 4, html })
  const { accountId, personIds } = account
  const [ann = 0, ben = 0, cem = 0] = personIds
  const { schemaId, usual, other } = await newKind(accountId, 'company')
  const foreign = await world.house.newAccount()
  await newKind(foreign.accountId, 'company')
  const [acme, blue, gone, last] = [
    await put(accountId, schemaId, 'Acme'),
    await put(accountId, schemaId, 'Blue'),
    await put(accountId, schemaId, 'Gone', true),
    await put(accountId, schemaId, 'Last'),
  ]
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
  await tie(accountId, usual, ann, acme, at(1))
  await tie(accountId, usual, ann, blue, at(2))
  await tie(accountId, other, last, ann, at(3))
  await tie(accountId, usual, ben, gone, at(1))
  await tie(accountId, other, last, ben, at(1))
  await tie(accountId, usual, cem, gone, at(1))
  world.receiver.mails.length = 0
  await sendMails(world, account)
  const mails = await Promise.all(world.receiver.mails.map(({ source }) => simpleParser(source)))
  const got = new Map(
    mails.map(({ to, text }) => [[to].flat()[0]?.text, text?.match(/Acme|Blue|Gone|Last|nobody/)?.[0]]),
  )
  expect(Object.fromEntries(got)).toEqual({
    'p0@example.org': 'Blue',
    'p1@example.org': 'Last',
    'p2@example.org': 'nobody',
    'p3@example.org': 'nobody',
  })
})
