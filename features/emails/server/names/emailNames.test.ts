import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, test } from 'vitest'
import { emailNames } from './emailNames.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse()
})

const insert = (accountId: number, id: number, texts: readonly string[], archivedAt: Date | null = null) =>
  house.db.system(async (tx) => {
    await tx.run(
      `insert into emails (account_id, id, name, archived_at, created_at, updated_at) overriding system value
       values ($1, $2, $3, $4, now(), now())`,
      [accountId, id, `Email ${id}`, archivedAt],
    )
    for (const [index, html] of texts.entries()) {
      await tx.run(
        `insert into email_versions (account_id, email_id, version, subject, html, created_at, updated_at)
         values ($1, $2, $3, $4, $5, now(), now())`,
        [accountId, id, index + 1, index ? '' : 'For {{ person.name }}', html],
      )
    }
  })

test('emails name the fields that their Liquid says, as sent and as drafts', async () => {
  const { accountId } = await house.newAccount()
  await insert(accountId, 1, [
    '{{ person.plan | default: "person.not" }} {% if person.stripe.mrr > 5 %}person.neither{% endif %}',
    '{{ person.trial_ends }}',
  ])
  await insert(accountId, 2, ['Nothing of a person.'])
  await insert(accountId, 3, ['{{ person.archived }}'], house.clock.now())
  const mentions = await house.db.account(accountId, (tx) => emailNames.mentionsOf(tx, accountId))
  const names = new Set(mentions.map(({ name }) => name))
  for (const name of ['name', 'plan', 'stripe', 'stripe.mrr', 'trial_ends', 'trialEnds']) expect(names).toContain(name)
  expect(names).not.toContain('neither')
  expect(names).not.toContain('archived')
  expect(mentions[0]?.use).toEqual({ kind: 'email', id: 1, name: 'Email 1', isActive: true })
})
