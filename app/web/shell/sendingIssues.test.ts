import { broadcastsContract } from '@millrace/broadcasts/contract'
import { emailsContract } from '@millrace/emails/contract'
import { flowsContract } from '@millrace/flows/contract'
import { describe, expect, it } from 'vitest'
import { SENDING, sendingWords, triesToSend } from './sendingIssues.ts'

const error = (name: string) => ({ name, priority: 'error' as const })

describe("what keeps an account's mail back", () => {
  it.each([
    [[], undefined],
    [[{ name: 'mail-paused', priority: 'warning' as const }], undefined],
    [[error('emails-sent')], 'Email Sending Warm Up'],
    [[error('mail-paused')], 'Email Sending Paused'],
    [[error('emails-sent'), error('mail-paused')], 'Email Sending Paused'],
    [[error('emails-sent'), { name: 'other', priority: 'info' as const }], 'Email Sending Warm Up'],
  ])('%j is titled %s', (issues, title) => expect(sendingWords(issues)?.title).toBe(title))
})

describe('an attempt to send', () => {
  it('is a call that there is', () => {
    const calls: Record<string, { method: string; path: string }> = {
      ...broadcastsContract,
      ...emailsContract,
      ...flowsContract,
    }
    for (const [name, line] of Object.entries(SENDING)) expect(`${calls[name]?.method} ${calls[name]?.path}`).toBe(line)
  })

  it('is a broadcast that leaves or a flow that starts, and no other change', () => {
    const key = ({ method, path }: { method: string; path: string }) => [method, path]
    const { updateFlow } = flowsContract
    const test = key(emailsContract.sendTestEmail)
    expect([triesToSend(test, {}, true), triesToSend(test, {}, false)]).toEqual([true, false])
    expect(triesToSend(key(broadcastsContract.sendBroadcast), {}, false)).toBe(true)
    expect(triesToSend(key(updateFlow), { body: { status: 'on' } }, false)).toBe(true)
    expect(triesToSend(key(updateFlow), { body: { name: 'on' } }, true)).toBe(false)
    expect(triesToSend(key(broadcastsContract.pauseBroadcast), {}, true)).toBe(false)
    expect(triesToSend(undefined, undefined, true)).toBe(false)
  })
})
