import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isAutomatic, readBounce } from './readBounce.ts'
import { readComplaint } from './readComplaint.ts'
import { readParts } from './readParts.ts'

/**
 * Mails of sisimai/set-of-emails, and what each of them is: of a bounce whether its address is gone (hard), could not be reached
 * (soft) or was not what was refused (n/a); and the address.
 */
const samples = readFileSync(join(import.meta.dirname, 'samples.txt'), 'utf8')
  .trim()
  .split('\n')
const folder = process.env.BOUNCES ?? join(import.meta.dirname, '../../../../../shared/data/bounces')

const sayOf = (raw: Buffer): string => {
  const taken = readParts(raw)
  const complaint = readComplaint(taken)
  if (complaint) return complaint.kind
  const bounce = readBounce(taken)
  if (!bounce) return isAutomatic(taken) ? 'auto' : '-'
  const about = bounce.isHard === undefined ? 'n/a' : bounce.isHard ? 'hard' : 'soft'
  return `${bounce.kind} ${about} ${bounce.address ?? '-'}`
}

const rawOf = (name: string) => readFileSync(join(folder, name === 'size-0' ? 'mailbox/size-0' : `maildir/${name}.eml`))

describe.skipIf(!existsSync(folder))('mails of some seventy mail systems', () => {
  it.each(samples)('%s', (line) => {
    const [name = '', ...said] = line.split(' ')
    expect(sayOf(rawOf(name))).toBe(said.join(' '))
  })
})

const mail = (head: string, body: string) => Buffer.from(`${head}\r\n\r\n${body}`.replace(/\r?\n/g, '\r\n'))

describe('mail that means no good, or nothing', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['line breaks', Buffer.from('\r\n'.repeat(10_000))],
    ['any bytes', Buffer.from(Array.from({ length: 200_000 }, (_byte, at) => (at * 7919) % 256))],
    ['parts without end', mail('Content-Type: multipart/report; boundary=a', '--a\nX: y\n\nz\n'.repeat(100_000))],
    [
      'parts in parts',
      mail(
        'Content-Type: multipart/mixed; boundary=a',
        Array.from({ length: 5_000 }, () => '--a\nContent-Type: multipart/mixed; boundary=a\n').join('\n'),
      ),
    ],
    ['a line of dashes', mail('From: MAILER-DAEMON@a.example\nSubject: failure notice', '-'.repeat(4 << 20))],
    ['open tags', mail('From: MAILER-DAEMON@a.example\nContent-Type: text/html', '<a'.repeat(2 << 20))],
    ['users', mail('From: MAILER-DAEMON@a.example\nSubject: failure notice', 'user <'.repeat(1 << 20))],
    ['signs before an at', mail('From: MAILER-DAEMON@a.example\nSubject: failure notice', 'a'.repeat(4 << 20))],
    [
      'recipients without end',
      mail(
        'From: MAILER-DAEMON@a.example\nContent-Type: message/delivery-status',
        'Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.0.0\n\n'.repeat(20_000),
      ),
    ],
    ['a charset that is none', mail('From: x@a.example\nContent-Type: text/plain; charset="no\0such"', 'x')],
  ])('%s comes to an end at once', (_what, raw) => {
    const began = process.cpuUsage()
    expect(typeof sayOf(raw)).toBe('string')
    expect(process.cpuUsage(began).user).toBeLessThan(1_500_000)
  })

  it('an answer, a letter and a forwarded bounce are no bounces', () => {
    const letter = mail(
      'From: Ann <ann@a.example>\nSubject: Re: Undeliverable?',
      'I got a 550 5.1.1 user unknown. Why?',
    )
    expect(sayOf(letter)).toBe('-')
    const away = mail('From: ann@a.example\nAuto-Submitted: auto-replied\nSubject: Away', 'I am away.')
    expect(sayOf(away)).toBe('auto')
  })

  it('a report that mail failed its checks, or was no spam after all, is no complaint', () => {
    const report = (kind: string) =>
      sayOf(
        mail(
          'From: fbl@a.example\nContent-Type: multipart/report; report-type=feedback-report; boundary=x',
          `--x\nContent-Type: text/plain\n\nhere\n--x\nContent-Type: message/feedback-report\n\nFeedback-Type: ${kind}\nVersion: 1\n\n--x--`,
        ),
      )
    expect(['abuse', 'opt-out', 'auth-failure', 'not-spam'].map(report)).toEqual([
      'complained',
      'unsubscribed',
      '-',
      '-',
    ])
  })
})
