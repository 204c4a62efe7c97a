import { queryClient, queryOf } from '@millrace/kit/web'
import type { Email, Version } from '../../contract/email.ts'
import { emailCalls } from '../../contract/emailCalls.ts'
import { versionCalls } from '../../contract/versionCalls.ts'

/** An email as it was when its editor was opened. */
export type Opened = { email: Email; latest: Version }

/** So long an opening that was begun may wait for its screen. */
const WAITS_MS = 10_000

let begun: { id: number; at: number; answers: Promise<Opened> } | undefined

// A kept answer could be older than the draft, so both are asked for anew.
const ask = async (id: number): Promise<Opened> => {
  const input = { params: { id } }
  const [{ email }, { version }] = await Promise.all([
    queryClient.fetchQuery(queryOf(emailCalls.getEmail, input, { staleMs: 0 })),
    queryClient.fetchQuery(queryOf(versionCalls.latestVersion, input, { staleMs: 0 })),
  ])
  return { email, latest: version }
}

/** Asks for an email while its editor is still on its way. */
export const beginOpening = (id: number): void => {
  if (!Number.isSafeInteger(id)) return
  const answers = ask(id)
  answers.catch(() => undefined)
  begun = { id, at: Date.now(), answers }
}

/** The email of the opening that was begun just now, or a fresh one. */
export const takeOpening = (id: number): Promise<Opened> => {
  const mine = begun?.id === id && Date.now() - begun.at < WAITS_MS ? begun.answers : undefined
  begun = undefined
  return mine ?? ask(id)
}
