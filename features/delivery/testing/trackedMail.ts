import { simpleParser } from 'mailparser'
import type { ReceivedMail } from './receiver.ts'

/** A browser that a person uses. */
export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** What a mail asks of this installation, as paths: its author's links in their order, and the link that no reader sees. */
export type TrackedMail = {
  all: string[]
  links: string[]
  trap: string | undefined
  pixel: string
  unsubscribe: string
}

/** Finds what the HTML of a mail asks of this installation. */
export const trackedIn = (html: string): TrackedMail => {
  const all = [...html.matchAll(/(?:href|src)="http:\/\/localhost:3000([^"]+)"/g)].map(([, path]) => path ?? '')
  const tracked = all.filter((path) => path.startsWith('/t/c/'))
  const isTrap = (path: string) => path.endsWith('.0')
  const first = (start: string) => all.find((path) => path.startsWith(start)) ?? ''
  return {
    all,
    links: tracked.filter((path) => !isTrap(path)),
    trap: tracked.find(isTrap),
    pixel: first('/t/o/'),
    unsubscribe: first('/u/'),
  }
}

/** Reads what a mail that was received asks of this installation. */
export const readTracked = async ({ source }: ReceivedMail): Promise<TrackedMail> =>
  trackedIn(String((await simpleParser(source)).html))
