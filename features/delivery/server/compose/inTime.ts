import { setImmediate as breath } from 'node:timers/promises'
import { isSlow, type Template } from '@millrace/emails/server'

/** A batch whose mails take long to be filled gives back what it has not begun after so long. */
export const RENDER_MS = 1_000
/** After so much work in one go others have their turn. */
const GO_MS = 20

type Mail = { template?: Template | undefined }

const isSlowMail = ({ template }: Mail) => template !== undefined && isSlow(template)

/**
 * Makes the mails of a batch, quick ones first. Slow ones are made one after another, at least one and then as many as there is
 * time for; the rest is left. Whoever else runs in this process is let in between.
 */
export const inTime = async <M extends Mail, R>(
  mails: readonly M[],
  make: (mail: M) => Promise<R>,
  /** Told before the first slow one is made. */
  onSlow?: () => void,
): Promise<{ results: R[]; left: M[] }> => {
  const quick = mails.filter((mail) => !isSlowMail(mail))
  const slow = mails.filter(isSlowMail)
  const made: Promise<R>[] = []
  let wentOnAt = performance.now()
  for (const mail of quick) {
    // What was not known to be slow before the first of them was made.
    if (isSlowMail(mail)) {
      slow.push(mail)
      continue
    }
    made.push(make(mail))
    if (performance.now() - wentOnAt < GO_MS) continue
    await breath()
    wentOnAt = performance.now()
  }
  if (slow.length) onSlow?.()
  const beganAt = performance.now()
  const isTime = () => performance.now() - beganAt < RENDER_MS
  while (slow.length) {
    const [mail] = slow.splice(0, 1)
    if (!mail) break
    const one = make(mail)
    made.push(one)
    await one
    if (!isTime()) break
  }
  return { results: await Promise.all(made), left: slow }
}
