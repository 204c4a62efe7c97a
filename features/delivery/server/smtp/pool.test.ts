import { afterEach, describe, expect, it } from 'vitest'
import { type FaultAt, type Receiver, startReceiver } from '../../testing/receiver.ts'
import type { Outcome } from './outcome.ts'
import { openPool, type SmtpPool } from './pool.ts'
import { relayFrom } from './relay.ts'

const started: { receiver?: Receiver; pool?: SmtpPool } = {}

const start = async (faults: FaultAt = {}, offers?: string[], timeouts = {}) => {
  const receiver = await startReceiver({ faults, offers })
  const pool = openPool({ host: '127.0.0.1', port: receiver.port, tls: 'never', timeouts }, { connections: 3 })
  Object.assign(started, { receiver, pool })
  return { receiver, pool }
}

afterEach(async () => {
  started.pool?.close()
  await started.receiver?.close()
})

const text = (to: string, body = 'Hello') => `To: <${to}>\r\nSubject: x\r\n\r\n${body}\r\n`
const source = (to: string, body?: string) => [Buffer.from(text(to, body))]

const sendAll = (pool: SmtpPool, count: number, onWire?: (to: string) => void) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => {
      const to = `p${index}@example.org`
      return pool.send({ from: 'news@example.com', to, source: source(to), onWire: () => onWire?.(to) })
    }),
  )

const kinds = (outcomes: Outcome[]) => outcomes.map((outcome) => outcome.kind)
const count = (outcomes: Outcome[], kind: string) => kinds(outcomes).filter((one) => one === kind).length

describe('handing mails over', () => {
  it.each([
    ['pipelined', undefined, true],
    ['one command at a time', ['8BITMIME'], false],
  ])('carries each once, %s', async (_how, offers, mayFollow) => {
    const { receiver, pool } = await start({}, offers)
    expect(count(await sendAll(pool, 200), 'accepted')).toBe(200)
    expect(new Set(receiver.mails.map((mail) => mail.to)).size).toBe(200)
    expect(receiver.mails).toHaveLength(200)
    expect(receiver.connections).toBeLessThanOrEqual(3)
    for (const mail of receiver.mails) expect(mail.source).toBe(text(mail.to))
    expect(receiver.mails.some((mail) => mail.isFollowed)).toBe(mayFollow)
  })

  it.each([
    ['pipelined', undefined],
    ['one command at a time', ['8BITMIME']],
  ])('gives a mail to all whom it is for, but to nobody where the first is refused, %s', async (_how, offers) => {
    const { receiver, pool } = await start({ rcpt: (to) => (to.startsWith('no') ? '550 5.1.1 no' : undefined) }, offers)
    const copies = ['c@example.org', 'no@example.org', 'd@example.org']
    const mail = { from: 'a@example.com', copies, source: source('b@example.org') }
    const outcomes = [
      await pool.send({ ...mail, to: 'nobody@example.org' }),
      await pool.send({ ...mail, to: 'b@example.org' }),
    ]
    expect(kinds(outcomes)).toEqual(['refused', 'accepted'])
    expect(receiver.mails.map(({ to, copies }) => [to, ...copies])).toEqual([
      ['b@example.org', 'c@example.org', 'd@example.org'],
    ])
  })

  it('keeps lines that begin with a dot', async () => {
    const { receiver, pool } = await start()
    const body = '.one\r\n..two\r\n.\r\nthree'
    await pool.send({ from: 'a@example.com', to: 'b@example.org', source: source('b@example.org', body) })
    expect(receiver.mails[0]?.source).toBe(text('b@example.org', body))
  })

  it('tells a refused recipient from the others', async () => {
    const { receiver, pool } = await start({
      rcpt: (to) => (Number(to.slice(1).split('@')[0]) % 5 === 0 ? '550 5.1.1 no such person' : undefined),
    })
    const outcomes = await sendAll(pool, 50)
    expect(count(outcomes, 'accepted')).toBe(40)
    expect(outcomes[0]).toMatchObject({ kind: 'refused', stage: 'recipient', reply: { code: 550 } })
    expect(receiver.mails).toHaveLength(40)
  })

  it('says which stage refused', async () => {
    const { pool } = await start({ message: () => '451 4.7.1 later' })
    expect((await sendAll(pool, 1))[0]).toMatchObject({ kind: 'refused', stage: 'message', reply: { code: 451 } })
  })
})

describe('a line that breaks', () => {
  it('after the final dot leaves the mail uncertain, and only that one', async () => {
    const cut = new Set<string>()
    const { receiver, pool } = await start({
      message: ({ to }, seen) => {
        if (seen % 7 !== 3) return undefined
        cut.add(to)
        return 'drop'
      },
    })
    const outcomes = await sendAll(pool, 100)
    const uncertain = outcomes.flatMap((outcome, index) =>
      outcome.kind === 'uncertain' ? [`p${index}@example.org`] : [],
    )
    expect(uncertain.sort()).toEqual([...cut].sort())
    const kept = receiver.mails.map((mail) => mail.to)
    expect(new Set(kept).size).toBe(kept.length)
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.kind === 'notSent') expect(kept).not.toContain(`p${index}@example.org`)
    }
  })

  it('before the final dot is safe to try again', async () => {
    let drops = 0
    const wired: string[] = []
    const { receiver, pool } = await start({ content: () => (drops++ === 0 ? 'drop' : undefined) })
    const big = 'x'.repeat(70).concat('\r\n').repeat(200_000)
    const outcome = await pool.send({
      from: 'a@example.com',
      to: 'b@example.org',
      source: source('b@example.org', big),
      onWire: () => {
        wired.push('b')
      },
    })
    expect(['notSent', 'uncertain']).toContain(outcome.kind)
    if (outcome.kind === 'notSent') expect(wired).toEqual([])
    expect(receiver.mails).toHaveLength(0)
  })

  it('between mails costs nothing', async () => {
    let seen = 0
    const { receiver, pool } = await start({ mail: () => (++seen === 3 ? 'drop' : undefined) })
    const first = await sendAll(pool, 1)
    const second = await sendAll(pool, 1)
    const third = await sendAll(pool, 1)
    expect(kinds([...first, ...second, ...third])).toEqual(['accepted', 'accepted', 'accepted'])
    expect(receiver.mails).toHaveLength(3)
  })

  it('by a server that never answers ends in time', async () => {
    const { pool } = await start({ message: () => 'silent' }, undefined, { message: 50 })
    const outcome = await pool.send({ from: 'a@example.com', to: 'b@example.org', source: source('b@example.org') })
    expect(outcome.kind).toBe('uncertain')
  })
})

describe('a relay that cannot be reached', () => {
  it('tells all who wait, and serves those who come later', async () => {
    const { receiver, pool } = await start()
    await receiver.close()
    const outcomes = await sendAll(pool, 5)
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'notSent', isUnreachable: true })
    started.receiver = await startReceiver({ port: receiver.port })
    expect(kinds(await sendAll(pool, 5))).toEqual(Array(5).fill('accepted'))
  })

  it('is said when it greets with a refusal', async () => {
    const { pool } = await start({ connect: () => '554 no' })
    expect((await sendAll(pool, 1))[0]).toMatchObject({ kind: 'notSent', isUnreachable: true })
  })
})

describe('the address of a relay', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'upgrade' }],
    ['smtps://u%40x:p%3A@mail.example.com', { port: 465, tls: 'implicit', user: 'u@x', password: 'p:' }],
    ['smtp://[::1]:25?tls=never&verify=false', { host: '::1', port: 25, tls: 'never', rejectUnauthorized: false }],
    ['smtp://h:2525?tls=required', { port: 2525, tls: 'required' }],
  ])('%s', (address, expected) => expect(relayFrom(address)).toMatchObject(expected))
})
