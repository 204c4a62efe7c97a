import { Writable } from 'node:stream'
import type { Settings } from '@millrace/kit/server'
import { type Logger, pino } from 'pino'

/** Never written, wherever they turn up in what is logged. */
const SECRETS = ['password', 'token', 'secret', 'authorization', 'cookie', 'apiKey', 'writeKey']
const HEADERS = ['cookie', 'authorization', 'set-cookie', 'x-millrace-token', 'x-encharge-token']

const REDACTED = [
  ...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...HEADERS.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
]

const NAMES: Record<number, string> = { 10: 'trace', 20: 'debug', 30: '', 40: 'warning', 50: 'error', 60: 'fatal' }

type Line = { level: number; time: number; msg?: string; err?: { message?: string; stack?: string } }

/** One line for people: the time, how bad it is, what happened, and where it broke. */
export const readable = ({ level, time, msg = '', err }: Line): string => {
  const parts = [new Date(time).toTimeString().slice(0, 8), NAMES[level] ?? String(level), msg]
  const trouble = err ? `\n${err.stack ?? err.message}` : ''
  return `${parts.filter(Boolean).join('  ')}${trouble}\n`
}

const forPeople = () =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      process.stdout.write(readable(JSON.parse(chunk.toString()) as Line))
      done()
    },
  })

/** The log: readable on a terminal, one JSON object per line elsewhere, without secrets. */
export const openLog = (
  { LOG_LEVEL }: Pick<Settings, 'LOG_LEVEL'>,
  destination: NodeJS.WritableStream = process.stdout.isTTY ? forPeople() : process.stdout,
): Logger => pino({ level: LOG_LEVEL, redact: { paths: REDACTED, censor: '…' } }, destination)
