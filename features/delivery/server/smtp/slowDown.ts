import type { Outcome } from './outcome.ts'
import { enhancedCode, type Reply } from './reply.ts'

const TOO_FAST =
  /too (?:many|fast|quick|busy)|rate.?limit|throttl|slow(?:ing)? down|exceed|temporarily (?:deferred|unavailable)|resources/i

/** True where a server puts off whoever sends, not this mail: it closes down, or mail comes too fast for it. */
export const isSlowDown = (outcome: Outcome): boolean => {
  if (outcome.kind !== 'refused' || outcome.reply.code >= 500) return false
  const { stage, reply } = outcome
  if (reply.code === 421 || stage === 'sender') return true
  // Who greylists, or whose mailbox is full, says nothing about other mail.
  if (/gr[ae]y.?list/i.test(reply.text)) return false
  const code = enhancedCode(reply) ?? ''
  if (/^4\.2\.2$/.test(code)) return false
  return /^4\.(?:3\.[12]|4\.5|7\.28)$/.test(code) || TOO_FAST.test(reply.text)
}

/** True where a server takes a mail for spam, or its sender for a spammer. */
export const isSpamBlock = (reply: Reply): boolean =>
  reply.code >= 500 &&
  (/^5\.7\.(?:0|1|28|350|512|999)$/.test(enhancedCode(reply) ?? '') || reply.code === 554) &&
  /spam|block|black.?list|reputation|rbl|dnsbl|policy|unsolicited/i.test(reply.text)
