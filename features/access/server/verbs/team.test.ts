import { DEFAULT_SCOPES, SCOPES } from '@millrace/kit/contract'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Ask, buildMember, type mailsKept, openDoor, signIn } from '../../testing/index.ts'

let house: TestHouse
let ask: Ask
let mails: ReturnType<typeof mailsKept>
beforeAll(async () => {
  house = await testHouse()
  const door = await openDoor(house)
  ask = door.ask
  mails = door.mails
})

type Wanted = Partial<Parameters<typeof buildMember>[1]>
const TEAM = '/v1/team-members'

const teamOf = async (wanted: Wanted = {}) => {
  const account = await house.newAccount({ name: 'Northwind' })
  const { accountId } = account
  const owner = { cookie: await signIn(house, account), memberId: account.memberId }
  const member = await buildMember(house, { accountId, ...wanted })
  return { accountId, owner, member: { ...member, cookie: await signIn(house, member) } }
}

const enabled = ({ scopes }: { scopes: { id: string; enabled: boolean }[] }) =>
  scopes.filter(({ enabled }) => enabled).map(({ id }) => id)

describe('the team', () => {
  it('is listed with what each may do', async () => {
    const { owner, member } = await teamOf()
    const { body } = await ask('GET', TEAM, { cookie: owner.cookie })
    expect(body.teamMembers.map(({ id, isOwner }: { id: number; isOwner: boolean }) => [id, isOwner])).toEqual([
      [owner.memberId, true],
      [member.memberId, false],
    ])
    expect(enabled(body.teamMembers[0])).toEqual([...SCOPES])
    expect(enabled(body.teamMembers[1])).toEqual([...DEFAULT_SCOPES])
  })

  it('is closed to members without team:read and to strangers', async () => {
    const { member } = await teamOf({ scopes: [] })
    const reply = await ask('GET', TEAM, { cookie: member.cookie })
    expect([reply.status, reply.body.error.message]).toEqual([403, 'Required permission: team:read'])
    expect((await ask('GET', TEAM)).status).toBe(401)
  })
})

describe('inviting', () => {
  it('mails a link with which the new member chooses a password', async () => {
    const { owner, accountId } = await teamOf()
    const email = `new-${accountId}@acme.example`
    const reply = await ask('POST', TEAM, { cookie: owner.cookie, body: { email, name: 'Tom <b>P</b>' } })
    expect(reply.body.teamMember).toMatchObject({ email, name: 'Tom P', accountId, isOwner: false, isInvited: true })
    expect(enabled(reply.body.teamMember)).toEqual([...DEFAULT_SCOPES])
    const mail = mails.mails.at(-1)
    expect(mail).toMatchObject({ to: email, subject: 'Join Northwind on Millrace' })
    const token = mails.linkIn(mail).searchParams.get('token')
    const password = 'chosen by Tom'
    expect((await ask('POST', '/v1/accounts/reset-password', { body: { token, password } })).status).toBe(200)
    const login = await ask('POST', '/v1/accounts/login', { body: { email, password } })
    expect(login.body).toMatchObject({ accountId, email })
  })

  it('lets somebody in who has another account already', async () => {
    const one = await teamOf()
    const other = await teamOf({ password: 'a password' })
    const { email, memberId } = other.member
    const reply = await ask('POST', TEAM, { cookie: one.owner.cookie, body: { email } })
    expect(reply.body.teamMember).toMatchObject({ id: memberId, isInvited: false, accounts: [{ id: one.accountId }] })
    expect(reply.body.teamMember.accounts).toHaveLength(1)
    expect((await ask('POST', TEAM, { cookie: one.owner.cookie, body: { email } })).status).toBe(409)
  })

  it('hands out only what the inviter holds', async () => {
    const { member } = await teamOf({ scopes: ['team:write', 'emails:read'] })
    const scopes = [{ id: 'billing:write', enabled: true }]
    const refused = await ask('POST', TEAM, { cookie: member.cookie, body: { email: 'a@b.example', scopes } })
    expect(refused.status).toBe(403)
    const email = `plain-${member.memberId}@acme.example`
    const reply = await ask('POST', TEAM, { cookie: member.cookie, body: { email } })
    expect(enabled(reply.body.teamMember)).toEqual(['emails:read', 'team:write'])
  })

  it.each([{}, { email: 'nobody' }, { email: 'a@b.example', scopes: [{ id: 'all', enabled: true }] }])(
    'needs an address and known permissions: %j',
    async (body) => {
      const { owner } = await teamOf()
      expect((await ask('POST', TEAM, { cookie: owner.cookie, body })).status).toBe(400)
    },
  )
})

describe('what a member may do', () => {
  it('is changed with what it needs, and counts from the next call on', async () => {
    const { owner, member } = await teamOf({ scopes: [] })
    await ask('GET', TEAM, { cookie: member.cookie })
    const scopes = [
      { id: 'flows:write', enabled: true },
      { id: 'team:read', enabled: true },
    ]
    const { body } = await ask('PATCH', `${TEAM}/${member.memberId}`, { cookie: owner.cookie, body: { scopes } })
    expect(enabled(body.teamMember).sort()).toEqual(['emails:read', 'flows:read', 'flows:write', 'team:read'])
    expect((await ask('GET', TEAM, { cookie: member.cookie })).status).toBe(200)
  })

  it('is not changed by the member himself, nor for the owner, nor beyond what the changer holds', async () => {
    const { owner, member } = await teamOf({ scopes: ['team:write'] })
    const patch = (id: number, cookie: string, scope: string) =>
      ask('PATCH', `${TEAM}/${id}`, { cookie, body: { scopes: [{ id: scope, enabled: true }] } })
    expect((await patch(member.memberId, member.cookie, 'billing:write')).status).toBe(403)
    expect((await patch(owner.memberId, member.cookie, 'team:write')).status).toBe(422)
    const plain = await teamOf({ scopes: [] })
    expect((await patch(plain.member.memberId, plain.member.cookie, 'team:write')).status).toBe(403)
  })

  it('of another account is not found', async () => {
    const one = await teamOf()
    const other = await teamOf()
    const url = `${TEAM}/${other.member.memberId}`
    const body = { scopes: [] }
    expect((await ask('PATCH', url, { cookie: one.owner.cookie, body })).status).toBe(404)
    expect((await ask('DELETE', url, { cookie: one.owner.cookie })).status).toBe(404)
  })
})

describe('the own profile', () => {
  it('takes a new name, and leaves it where it is empty', async () => {
    const { member } = await teamOf({ scopes: [] })
    const url = `${TEAM}/${member.memberId}`
    const name = 'Mara <script>x</script> L https://spam.example/x'
    const { body } = await ask('PATCH', url, { cookie: member.cookie, body: { name } })
    expect(body.teamMember.name).toBe('Mara x L')
    const same = await ask('PATCH', url, { cookie: member.cookie, body: { name: ' ' } })
    expect(same.body.teamMember.name).toBe('Mara x L')
    expect((await ask('GET', `${TEAM}/me`, { cookie: member.cookie })).body.teamMember.name).toBe('Mara x L')
  })

  it('takes a new address once its owner has confirmed it', async () => {
    const { member } = await teamOf({ password: 'a password' })
    const url = `${TEAM}/${member.memberId}`
    const email = `fresh-${member.memberId}@acme.example`
    const wrong = await ask('PATCH', url, { cookie: member.cookie, body: { email, password: 'no' } })
    expect(wrong.status).toBe(422)
    const asked = await ask('PATCH', url, { cookie: member.cookie, body: { email, password: 'a password' } })
    expect(asked.body.teamMember).toMatchObject({ email: member.email, pendingEmail: email })
    const [confirm, notice] = mails.mails.slice(-2)
    expect([confirm?.to, notice?.to]).toEqual([email, member.email])
    const body = { token: mails.linkIn(confirm).searchParams.get('confirm-email') }
    expect((await ask('POST', `${TEAM}/confirm-email`, { body })).body).toEqual({ email })
    expect((await ask('POST', `${TEAM}/confirm-email`, { body })).status).toBe(422)
    const { teamMember } = (await ask('GET', `${TEAM}/me`, { cookie: member.cookie })).body
    expect([teamMember.email, teamMember.pendingEmail]).toEqual([email, undefined])
  })

  it('does not take an address that somebody has', async () => {
    const one = await teamOf()
    const other = await teamOf()
    const url = `${TEAM}/${one.member.memberId}`
    const body = { email: other.member.email.toUpperCase() }
    expect((await ask('PATCH', url, { cookie: one.member.cookie, body })).status).toBe(409)
  })

  it('is nobody else’s: team:write does not rename', async () => {
    const { owner, member } = await teamOf()
    const url = `${TEAM}/${member.memberId}`
    expect((await ask('PATCH', url, { cookie: owner.cookie, body: { name: 'X' } })).status).toBe(403)
  })
})

describe('removing', () => {
  it('ends the membership and the sessions in this account', async () => {
    const { owner, member } = await teamOf()
    expect((await ask('DELETE', `${TEAM}/${member.memberId}`, { cookie: owner.cookie })).status).toBe(204)
    expect((await ask('GET', TEAM, { cookie: member.cookie })).status).toBe(401)
    expect((await ask('DELETE', `${TEAM}/${member.memberId}`, { cookie: owner.cookie })).status).toBe(404)
  })

  it('spares the owner and needs team:write', async () => {
    const { owner, member } = await teamOf({ scopes: ['team:read'] })
    expect((await ask('DELETE', `${TEAM}/${owner.memberId}`, { cookie: owner.cookie })).status).toBe(422)
    expect((await ask('DELETE', `${TEAM}/${owner.memberId}`, { cookie: member.cookie })).status).toBe(403)
  })
})
