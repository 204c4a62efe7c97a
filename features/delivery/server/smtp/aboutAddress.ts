/**
 * Why a mail was refused: the enhanced status (RFC 3463), the reply code, and the words. `isAddressed`: what was refused is known
 * to have been the address, not the mail.
 */
export type Refusal = {
  status?: string | undefined
  code?: number | undefined
  text: string
  isAddressed?: boolean
}

// In the words of the servers that are met most. Looked for before the status, for many say 5.0.0 or 5.7.1 of everything.
const NOBODY =
  /(?:user|mailbox|recipient|address|account|alias|addressee|person)(?: name)?(?: [<"'(]?[^\s>"')]*@?[^\s>"')]*[>"')]?:?)?,? (?:is |was |has been |does |do )?(?:unknown|not (?:be )?(?:found|exist|known|listed|registered|active)|doesn'?t (?:exist|have)|invalid|disabled|inactive|deactivated|suspended|closed|no longer)|(?:no such|unknown|invalid|non-?existent|inactive|disabled|nonexistent|expired|bad (?:destination )?)[ _-](?:local |destination |virtual |remote )?(?:user|mailbox|recipient|address|account|person|alias|email)|no (?:mailbox|user|account) (?:here )?(?:by|with|of) that name|@\S+ does not exist|does ?n[o']t have an? (?:\S+ )?account|5\.1\.0 address rejected|not a (?:valid|known) (?:user|mailbox|recipient|address)|user not found|undeliverable address|unrouteable (?:mail )?address|not our customer|no longer (?:available|accepting|valid|with|works|employed|in use|on this server)|account (?:that you tried to reach )?(?:does not|is) (?:exist|disabled)|not listed in|no mailbox|recipient rejected|recipnotfound|no valid recipients|invalid final delivery userid|domain name not found|doesn't receive email|(?:host|domain)(?: name)? (?:or domain name )?(?:is )?(?:not found|unknown|does not exist)|no such (?:host|domain)|nxdomain|(?:unknown|bad|invalid) (?:host|domain)|couldn'?t find (?:any host|a host)|name service error.*not found|nullmx|null mx|does not accept mail|wasn'?t found at|could(?:n'?t| not) be found|宛先/i
const OF_SENDER =
  /domain of sender|(?:sender|from)(?: email)?(?: address)? (?:rejected|verif|denied|does not|not |blocked)|sender rejected/i
const NO_SUCH_DOMAIN = /\bNXDOMAIN\b|domain doesn't receive email|null ?mx/i
const UNREACHED =
  /retry timeout|timed? ?out|(?:could not be|not) reach|network error|connection (?:refused|timed|lost)|no route|locked|temporar|on ?hold/i
const FULL =
  /(?:mail ?box|quota|inbox|storage|user|account|disk)[^.]{0,40}(?:full|exceed|over|out of|limit)|over ?quota|out of (?:storage|space)|insufficient (?:disk|system storage|space)|not enough (?:space|storage|disk)|too many messages/i
const NOT_ABOUT_IT =
  /spam|virus|malware|phish|black ?list|block(?:ed|list)|deny ?list|rbl|dnsbl|spamhaus|barracuda|reputation|unsolicited|bulk|policy|prohibit|dmarc|\bspf\b|\bdkim\b|unauthenticated|not authori[sz]ed|authenticat|relay(?:ing)? (?:access )?den|too (?:large|big)|(?:message|mail|size)[^.]{0,20}(?:exceeds|larger|too long)|content|attachment|(?:sender|from)(?: address)? (?:rejected|verif|address|is not|denied)|reverse dns|\bptr\b|tls|certificate|loop(?:ing|s)? |hop count|too many hops|rate limit|security|not allowed|too many recipients|duplicate header|not accepted|mismatch/i

const GONE = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1|4\.4)$/
const OTHER_REASONS = /^5\.(?:1\.[78]|2\.3|3\.[34]|4\.6|5\.\d+|6\.\d+|7\.\d+)$/
/** Whatever a server says, it does so at the beginning. */
const LONGEST = 4_000
const LATER = /^4\./

const byStatus = (status: string) => {
  if (GONE.test(status)) return true
  return OTHER_REASONS.test(status) ? undefined : false
}

const byCode = (code: number | undefined, text: string, isAddressed: boolean) => {
  if (isAddressed) return [550, 551, 553].includes(code ?? 0)
  return UNREACHED.test(text) ? false : undefined
}

/**
 * What a refusal says of the address: true, it is not there; false, it could not be reached now; undefined, nothing, because
 * the mail or its sender was refused, not the address.
 */
export const aboutAddress = ({ status, code, text: whole, isAddressed = true }: Refusal): boolean | undefined => {
  const text = whole.slice(0, LONGEST)
  const isForNow = LATER.test(status ?? '') || (!status && code !== undefined && code < 500)
  if (FULL.test(text)) return false
  // Who gives up because there is no such domain often says so with a 4.
  if (NO_SUCH_DOMAIN.test(text)) return true
  if (OF_SENDER.test(text) && !GONE.test(status ?? '')) return undefined
  if (!isForNow && NOBODY.test(text)) return true
  if (NOT_ABOUT_IT.test(text)) return GONE.test(status ?? '') && !isForNow ? true : undefined
  if (isForNow) return false
  return status ? byStatus(status) : byCode(code, text, isAddressed)
}
