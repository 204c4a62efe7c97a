import { z } from 'zod'
import { readAllowed } from './outgoing/addresses.ts'
import { webAddress, webOrigin } from './webAddress.ts'

const flag = z
  .enum(['true', 'false', '1', '0'], { message: 'must be true or false' })
  .transform((value) => value === 'true' || value === '1')

const url = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`))

/** Every setting: its environment name, its meaning and its default. The configuration guide is checked against this. */
export const SETTINGS = {
  PORT: { about: 'Port of the web server, API and tracking addresses.', schema: whole(0, 65535), default: '3000' },
  HOST: { about: 'Address that the web server listens on.', schema: z.string().min(1), default: '127.0.0.1' },
  DATA_DIR: {
    about: 'Folder for the embedded database, exported files, images that were asked for, and the installation secret.',
    schema: z.string().min(1),
    default: '.data',
  },
  ROLE: {
    about: 'What this process does: `api` answers requests, `worker` runs flows, mail and jobs, `all` does both.',
    schema: z.enum(['api', 'worker', 'all'], { message: 'must be api, worker or all' }),
    default: 'all',
  },
  DATABASE_URL: {
    about: 'An external PostgreSQL (15 to 18). Without it an embedded PostgreSQL 18 runs in the data folder.',
    schema: url(['postgres:', 'postgresql:']),
    default: undefined,
  },
  DATABASE_CONNECTIONS: { about: 'Largest number of database connections.', schema: whole(4, 500), default: '16' },
  SMTP_URL: {
    about:
      'The mail relay, as smtp://user:password@host:port or smtps://. Without it all mail goes to the built-in mailbox.',
    schema: url(['smtp:', 'smtps:']),
    default: undefined,
  },
  MAIL_PROVIDERS: {
    about:
      'Who takes mail: `smtp` (the relay, or without one the built-in mailbox), `ses`, `sendgrid`, separated by commas. Accounts use the first; administrators can move them to another.',
    schema: z
      .string()
      .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
      .pipe(
        z
          .array(z.enum(['smtp', 'ses', 'sendgrid'], { message: 'must name smtp, ses or sendgrid' }))
          .refine((names) => new Set(names).size === names.length, { message: 'must name each once' }),
      ),
    default: 'smtp',
  },
  SES_REGION: {
    about: 'The AWS region of Amazon SES, for example eu-west-1.',
    schema: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as eu-west-1'),
    default: undefined,
  },
  SES_ACCESS_KEY: {
    about: 'The access key id of an AWS user who may call ses:SendEmail.',
    schema: z.string(),
    default: undefined,
  },
  SES_SECRET_KEY: { about: 'The secret access key of that user.', schema: z.string(), default: undefined },
  SES_CONFIGURATION_SET: {
    about: 'The SES configuration set that mail goes under; its events come back by SNS.',
    schema: z.string().regex(/^[\w-]{1,64}$/, 'must be the name of a configuration set'),
    default: undefined,
  },
  SES_TOPIC: {
    about:
      'The ARN of the SNS topic that events of SES come by. Without it any topic that knows the address is believed.',
    schema: z.string().regex(/^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w.-]+$/, 'must be the ARN of an SNS topic'),
    default: undefined,
  },
  SES_ENDPOINT: {
    about: 'Where the API of SES is asked, in place of that of the region: a VPC endpoint, or a stand-in for tests.',
    schema: url(['http:', 'https:']),
    default: undefined,
  },
  SENDGRID_API_KEY: { about: 'An API key of SendGrid that may send mail.', schema: z.string(), default: undefined },
  SENDGRID_WEBHOOK_KEY: {
    about: 'The verification key of the SendGrid event webhook; without it its events are refused.',
    schema: z.string().regex(/^[A-Za-z0-9+/=\s]+$/, 'must be the key as SendGrid shows it'),
    default: undefined,
  },
  SENDGRID_SMTP_URL: {
    about: 'The SMTP server of SendGrid.',
    schema: url(['smtp:', 'smtps:']),
    default: 'smtp://smtp.sendgrid.net:587?tls=required',
  },
  MAILBOX_PORT: {
    about: 'Port of the built-in SMTP receiver; 0 takes a free one.',
    schema: whole(0, 65535),
    default: '0',
  },
  MODERATION: {
    about: 'Whether the first emails of new accounts wait for an administrator, who looks at them before they leave.',
    schema: flag,
    default: 'false',
  },
  MONTHLY_MAILS: {
    about:
      'How many mails each account may send in a month of UTC; what is over waits for the next, where the account lets mail wait so long. 0 means no limit.',
    schema: whole(0, 1_000_000_000),
    default: '0',
  },
  DNS_SERVERS: {
    about:
      'DNS servers that records of sending domains are looked up at, as addresses separated by commas. Without it those of the machine.',
    schema: z.string().transform((text) =>
      text
        .split(',')
        .map((server) => server.trim())
        .filter(Boolean),
    ),
    default: undefined,
  },
  SPF_INCLUDE: {
    about: 'What SPF records of sending domains have to include: the name that your mail relay tells its customers.',
    schema: z.string().regex(/^[a-z0-9_.-]+\.[a-z]{2,}$/i, 'must be a host name'),
    default: undefined,
  },
  RETURN_HOST: {
    about:
      'The host that takes bounces. Sending domains point mb.<domain> at it by CNAME; its MX and SPF records are yours.',
    schema: z.string().regex(/^[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be a host name'),
    default: undefined,
  },
  REPLY_HOST: {
    about:
      'The host that answers to mail come to, so that they are counted and handed on; its MX leads to INBOUND_PORT. Without it they go straight to the reply address.',
    schema: z.string().regex(/^[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be a host name'),
    default: undefined,
  },
  INBOUND_PORT: {
    about:
      'Port of the SMTP server that takes what comes back: bounces, complaints, answers. Mail servers elsewhere ask for 25. Without it nothing is taken.',
    schema: whole(0, 65535),
    default: undefined,
  },
  INBOUND_HOST: {
    about: 'Address that the SMTP server of INBOUND_PORT listens on.',
    schema: z.string().min(1),
    default: '127.0.0.1',
  },
  INBOUND_TLS_CERT: {
    about:
      'File with the certificate (PEM, with those above it) that the SMTP server of INBOUND_PORT shows. With it and INBOUND_TLS_KEY it offers STARTTLS; a renewed file is taken up within an hour.',
    schema: z.string().min(1),
    default: undefined,
  },
  INBOUND_TLS_KEY: {
    about: 'File with the key (PEM) of that certificate.',
    schema: z.string().min(1),
    default: undefined,
  },
  TRACKING_HOST: {
    about:
      'The host that sending domains may point t.<domain> at by CNAME, so that tracked links carry their own name. It has to end TLS for them.',
    schema: z.string().regex(/^[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be a host name'),
    default: undefined,
  },
  PUBLIC_URL: {
    about: 'The address under which readers reach this installation; links in mail start with it.',
    schema: url(['http:', 'https:']),
    default: undefined,
  },
  SECRET: {
    about: 'Signs sessions and links and seals stored secrets. Without it one is made and kept in the data folder.',
    schema: z.string().min(32, 'must have at least 32 characters'),
    default: undefined,
  },
  SEED_SCALE: {
    about:
      'How many people `millrace seed` gives a large account, with 20 events each, beside 200 small accounts; 0 makes none.',
    schema: z.coerce.number().int().min(0).max(5_000_000),
    default: '0',
  },
  SEED: { about: 'Whether an empty database is filled with the story workspace.', schema: flag, default: 'true' },
  TEST_MODE: { about: 'Switches the bot challenge off. Never in production.', schema: flag, default: 'false' },
  LOG_LEVEL: {
    about: 'How much is logged.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      message: 'must be fatal, error, warn, info, debug, trace or silent',
    }),
    default: 'info',
  },
  RATE_LIMIT: {
    about:
      'Calls per minute that one address may make without an API key; ten times as many with one. 0 means no limit.',
    schema: whole(0, 10_000_000),
    default: '6000',
  },
  OUTGOING_ALLOW: {
    about:
      'What webhooks may reach besides the open internet: host names, addresses and networks such as 10.0.0.0/8, separated by commas.',
    schema: z.string().superRefine((text, context) => {
      try {
        readAllowed(text)
      } catch (error) {
        context.addIssue((error as Error).message)
      }
    }),
    default: undefined,
  },
  UNLAYER_SCRIPT_URL: {
    about:
      "The script of Unlayer's editor, as https://editor.unlayer.com/embed.js: emails of the block editor can be opened in it, too. Without it nothing of it is loaded.",
    schema: webAddress,
    default: undefined,
  },
  UNLAYER_FRAME_URL: {
    about:
      "A second host that leads here, as https://editor.example.com, at which Unlayer's editor is shown and nothing else is: its script cannot reach what members are signed in to.",
    schema: webOrigin,
    default: undefined,
  },
  UNLAYER_PROJECT_ID: {
    about: 'The number of your project at Unlayer, where you have one.',
    schema: whole(1, 2_147_483_647),
    default: undefined,
  },
  METRICS_TOKEN: {
    about: 'Opens /metrics to other machines, as a bearer token. Without it only this machine may read them.',
    schema: z.string().min(16, 'must have at least 16 characters'),
    default: undefined,
  },
  TRUST_PROXY: {
    about: 'Whether X-Forwarded-* headers of a proxy in front are believed.',
    schema: flag,
    default: 'false',
  },
} as const

type Shape = typeof SETTINGS
type ValueOf<K extends keyof Shape> = z.output<Shape[K]['schema']>

/** The settings that a process runs with, checked. */
export type Settings = {
  [K in keyof Shape]: Shape[K]['default'] extends undefined ? ValueOf<K> | undefined : ValueOf<K>
}

/** What a mail provider needs besides its name. */
const NEEDED_BY: Readonly<Record<string, readonly (keyof Shape)[]>> = {
  ses: ['SES_REGION', 'SES_ACCESS_KEY', 'SES_SECRET_KEY'],
  sendgrid: ['SENDGRID_API_KEY'],
}

/** What is of no use alone. */
const PAIRS: readonly (readonly [keyof Shape, keyof Shape])[] = [
  ['INBOUND_TLS_CERT', 'INBOUND_TLS_KEY'],
  ['UNLAYER_SCRIPT_URL', 'UNLAYER_FRAME_URL'],
]

const EVERYWHERE = ['0.0.0.0', '::', '127.0.0.1']

const hostOf = (value: unknown) => (typeof value === 'string' && URL.canParse(value) ? new URL(value).hostname : '')

// Cookies go by the host, whatever the port.
const onOurHost = (values: Record<string, unknown>): string[] => {
  const listens = String(values.HOST)
  const ours = hostOf(values.PUBLIC_URL) || (EVERYWHERE.includes(listens) ? 'localhost' : listens)
  return ['UNLAYER_SCRIPT_URL', 'UNLAYER_FRAME_URL']
    .filter((name) => hostOf(values[name]) === ours)
    .map((name) => `${name}: must be on another host than Millrace itself, which is at ${ours}`)
}

const halfSet = (values: Record<string, unknown>): string[] =>
  PAIRS.flatMap((pair) => [pair, pair.toReversed()]).flatMap(([set, missing]) =>
    values[set as string] && !values[missing as string] ? [`${missing}: ${set} needs it`] : [],
  )

const missingFor = (values: Record<string, unknown>): string[] => {
  const names = Array.isArray(values.MAIL_PROVIDERS) ? (values.MAIL_PROVIDERS as string[]) : []
  return names.flatMap((name) =>
    (NEEDED_BY[name] ?? [])
      .filter((needed) => !values[needed])
      .map((needed) => `${needed}: MAIL_PROVIDERS names ${name}, which needs it`),
  )
}

/** What these are set to is for nobody's eyes, nor for a log. */
const IS_SECRET = /SECRET|_KEY$|_TOKEN$/

/** Reads the environment; throws one error that names everything wrong at once. */
export const readSettings = (environment: Record<string, string | undefined>): Settings => {
  const wrong: string[] = []
  const values = Object.entries(SETTINGS).map(([name, { schema, default: fallback }]) => {
    const text = environment[name] || fallback
    if (text === undefined) return [name, undefined]
    const read = (schema as z.ZodType).safeParse(text)
    const shown = IS_SECRET.test(name) ? '' : ` (it is "${text}")`
    if (!read.success) wrong.push(`${name}: ${read.error.issues[0]?.message}${shown}`)
    return [name, read.data]
  })
  const all = Object.fromEntries(values)
  wrong.push(...missingFor(all), ...halfSet(all), ...onOurHost(all))
  if (wrong.length) throw new Error(`Some settings cannot be used.\n  ${wrong.join('\n  ')}`)
  return Object.fromEntries(values) as Settings
}
