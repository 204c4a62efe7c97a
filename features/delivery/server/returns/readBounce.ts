import { aboutAddress } from '../smtp/aboutAddress.ts'
import { type MimePart, type Taken, wordsOf } from './readParts.ts'

/** What a mail says about another one that could not be, or was, delivered. */
export type Bounce = {
  kind: 'bounced' | 'deferred' | 'delivered'
  address: string | undefined
  status: string | undefined
  isHard: boolean | undefined
  detail: string
}

type Fields = ReadonlyMap<string, string>

const ADDRESS = /[^\s<>"'(),:;[\]]{1,64}@[a-z0-9.-]{1,253}[a-z0-9]/i
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/
const FAILED_STATUS = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?!\.?\d)/
const CODE = /(?:^|[^\d.])([45]\d\d)(?=[ \-:]|$)/m

const addressIn = (text: string | undefined) => ADDRESS.exec(text ?? '')?.[0]?.toLowerCase()

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Our mails go to one address each; who tells of many has nothing to tell us. */
const MOST_GROUPS = 20

/** Groups of fields (RFC 3464): those of the mail, then those of each recipient. */
const groupsOf = (text: string): Fields[] =>
  text
    .replace(/\n[ \t]+(?=\S)/g, ' ')
    .split(/\n[ \t]*\n/, MOST_GROUPS)
    .map((group) => {
      const pairs = group.split('\n').flatMap((line): [string, string][] => {
        const colon = line.indexOf(':')
        return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : []
      })
      return new Map(pairs)
    })

const ACTIONS: Record<string, Bounce['kind']> = {
  failed: 'bounced',
  failure: 'bounced',
  delayed: 'deferred',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
}

/** The fields of a part that has them, wherever it stands: some servers write no parts at all. */
const fieldsIn = ({ type, text }: MimePart): string => {
  if (/^message\/(?:global-)?delivery-status$/.test(type)) return text
  const start = /^Reporting-MTA:/im.exec(text)
  return start && !type.endsWith('rfc822') ? text.slice(start.index) : ''
}

const kindOf = (fields: Fields): Bounce['kind'] | undefined => {
  const action = /^[a-z]+/.exec(fields.get('action')?.toLowerCase() ?? '')?.[0]
  const known = action ? ACTIONS[action] : undefined
  const status = fields.get('status') ?? ''
  return known ?? (/^5/.test(status) ? 'bounced' : /^4/.test(status) ? 'deferred' : undefined)
}

const RANK = ['bounced', 'deferred', 'delivered'] as const

// Servers that say 5.0.0 of everything say more exactly in words what was answered to them.
const statusOf = (said: string | undefined, words: string) => {
  const own = STATUS.exec(said ?? '')?.[1]
  const inWords = STATUS.exec(words)?.[1]
  const isVague = !own || /\.0\.0$/.test(own)
  return isVague ? (inWords ?? own) : own
}

/** What a letter says of an address, where it speaks of several: from where it is named until another one is. */
const around = (words: string, address: string | undefined) => {
  const found = [...words.matchAll(new RegExp(ADDRESS, 'gi'))]
  const all = new Set(found.map(([one]) => one.toLowerCase()))
  const at = found.findLastIndex(([one]) => one.toLowerCase() === address)
  if (at < 0 || all.size < 2) return words
  const next = found.slice(at + 1).find(([one]) => one.toLowerCase() !== address)
  return words.slice(found[at]?.index, next?.index)
}

const ofRecipient = (fields: Fields, words: string): Bounce | undefined => {
  const kind = kindOf(fields)
  const recipient =
    fields.get('final-recipient') ?? fields.get('original-recipient') ?? fields.get('x-actual-recipient')
  if (!kind || !recipient) return undefined
  const own = oneLine(fields.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '') ?? '')
  const address = addressIn(fields.get('original-recipient')) ?? addressIn(recipient)
  // Without a word of the other server the letter around it may tell more.
  const text = own.length > 8 ? own : `${own} ${around(words, address)}`
  const status = statusOf(fields.get('status'), text)
  const code = Number(CODE.exec(text)?.[1]) || undefined
  const isHard =
    kind === 'bounced' ? aboutAddress({ status, code, text: oneLine(text), isAddressed: false }) : undefined
  return {
    kind,
    address,
    status,
    isHard,
    detail: (own || `${fields.get('status') ?? ''} ${oneLine(words).slice(0, 200)}`).trim(),
  }
}

const byStatus = (taken: Taken, words: string): Bounce | undefined => {
  const found = taken.parts
    .flatMap((part) => groupsOf(fieldsIn(part)))
    .flatMap((fields) => ofRecipient(fields, words) ?? [])
  return RANK.flatMap((kind) => found.filter((one) => one.kind === kind))[0]
}

const FROM_SERVER =
  /mailer[-_ ]?daemon|post_?master|mail delivery|mail administrator|mail-?system|mta@|bounce|undeliver|symantec|no-?reply/i
const SUBJECT =
  /undeliver|returned (?:mail|to sender)|(?:delivery|mail|message)[\w ]*(?:fail|status|problem|error|delay|return|subsystem)|fail(?:ure|ed)? (?:notice|delivery|to)|not delivered|could(?:n'?t| not) (?:be )?deliver|nondeliver|non-?remis|unzustellbar|rejected|warning: (?:could not|message)|delayed|配信|未達|エラー|retour|mail system error|user unknown|error sending/i
const DELAYED =
  /\bwarning\b(?! (?:could not|signs))|delay(?:ed)? (?:delivery|mail)|delivery[^.\n]{0,20}delay|not yet been delivered|has been delayed|will (?:keep|continue) (?:on )?trying|will be (?:retried|attempted again)|still (?:be )?trying|no action is required|THIS IS A WARNING MESSAGE ONLY/i
/** From here on it is our own mail that is shown. */
const RETURNED =
  /^(?:[-=_* ]{2,}.*(?:copy of (?:the|your) message|header|original|unsent|returned|returned message|below this line|included|following|received: ).*|.*(?:original (?:message|mail|headers?) (?:follow|is|was|below|attached)|copy of the (?:original )?(?:message|mail)|headers? of (?:the|your) (?:original )?message|your (?:original )?(?:message|mail) (?:reads|follows|was:)|message contents? follows|message headers? follow).*|Received: .*|Return-Path: .*)$/im

const isFromServer = ({ of }: Taken) =>
  /^<>?$/.test(of('return-path').trim()) ||
  /^<?mailer-daemon/i.test(of('return-path').trim()) ||
  FROM_SERVER.test(of('from')) ||
  of('x-failed-recipients') !== ''

/** The first address that is spoken of, other than the one that the mail came to. */
const spokenOf = (words: string, own: ReadonlySet<string>) => {
  for (const [found] of words.matchAll(new RegExp(ADDRESS, 'gi'))) {
    const address = found.toLowerCase()
    if (!own.has(address) && !/^(?:mailer-daemon|postmaster)@/.test(address)) return address
  }
  return undefined
}

const SERVER_ITSELF = /mailer[-_ ]?daemon|post_?master|^<>$/i
const NOT_DELIVERED = /(?:could|can)(?:no|n'?|not| not )t? be delivered|not be delivered|undeliverable|delivery failed/i

const isAboutMail = ({ of }: Taken, words: string, hasCode: boolean) =>
  SUBJECT.test(of('subject')) ||
  of('x-failed-recipients') !== '' ||
  NOT_DELIVERED.test(words) ||
  (hasCode && SERVER_ITSELF.test(of('from')))

const byWords = (taken: Taken, all: string): Bounce | undefined => {
  const { of } = taken
  const end = RETURNED.exec(all)?.index ?? all.length
  const words = end > 20 ? all.slice(0, end) : all
  const status = FAILED_STATUS.exec(words)?.[1]
  const code = Number(CODE.exec(words)?.[1]) || undefined
  if (!isFromServer(taken) || !isAboutMail(taken, words, Boolean(status ?? code))) return undefined
  const own = new Set(['to', 'delivered-to', 'from'].flatMap((name) => addressIn(of(name)) ?? []))
  const address = addressIn(of('x-failed-recipients')) ?? spokenOf(words, own) ?? spokenOf(all, own)
  const kind = DELAYED.test(`${of('subject')}\n${words}`) ? 'deferred' : 'bounced'
  const text = oneLine(words)
  const isHard = kind === 'bounced' ? aboutAddress({ status, code, text, isAddressed: false }) : undefined
  return { kind, address, status, isHard, detail: lineOf(words) }
}

/** The line that says most. */
const lineOf = (words: string): string => {
  const lines = words.split('\n').map(oneLine).filter(Boolean)
  const line =
    lines.find((one) => STATUS.test(one)) ?? lines.find((one) => CODE.test(one)) ?? lines.slice(0, 3).join(' ')
  return line.slice(0, 400)
}

/** Reads a mail about another one that was not, or was, delivered (RFC 3464, or in words); undefined where it is none. */
export const readBounce = (taken: Taken): Bounce | undefined => {
  const words = wordsOf(taken)
  const found = byStatus(taken, words)
  if (found) return found
  return isAutomatic(taken) ? undefined : byWords(taken, words)
}

const AUTO_SUBJECT =
  /^(?:re: ?)?(?:\[?auto(?:matic|mated)?[-: ]?(?:repl|response|answer)|out of (?:the )?office|ooo\b|vacation|away from|abwesen|automatische antwort|r[ée]ponse automatique|respuesta autom|risposta automatica|resposta autom|自動応答|自动回复)/i

/** True for what a machine answered for somebody (RFC 3834). */
export const isAutomatic = ({ of }: Taken): boolean =>
  /^auto-(?:replied|generated|notified)/i.test(of('auto-submitted').trim()) && !/report/i.test(of('content-type'))
    ? !FROM_SERVER.test(of('from'))
    : /\S/.test(of('x-autoreply') + of('x-autorespond') + of('x-autoresponder') + of('x-auto-reply')) ||
      /^(?:auto_?reply)$/i.test(of('precedence').trim()) ||
      AUTO_SUBJECT.test(of('subject').trim())
