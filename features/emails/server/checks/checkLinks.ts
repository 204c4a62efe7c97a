import { type Outgoing, OutgoingError } from '@millrace/kit/server'
import type { CheckedLink } from '../../contract/emailCalls.ts'

const AT_ONCE = 8
const TIMEOUT_MS = 5_000
const FEW_BYTES = 4_096
/** Answers of servers that do not want to be asked this way, or not by machines: nothing is wrong with the link. */
const SHY = new Set([401, 403, 405, 406, 429, 501, 503, 999])

const ask = (outgoing: Outgoing, method: string, url: string) =>
  outgoing.send({ method, url, timeoutMs: TIMEOUT_MS, maxBytes: FEW_BYTES })

const checkOne = async (outgoing: Outgoing, url: string): Promise<CheckedLink> => {
  try {
    let { status } = await ask(outgoing, 'HEAD', url)
    if (status >= 400) status = (await ask(outgoing, 'GET', url)).status
    if (status < 400 || SHY.has(status)) return { url, isReached: true, status }
    const message = status === 404 || status === 410 ? 'There is no page here.' : `The server answers ${status}.`
    return { url, isReached: false, status, message }
  } catch (error) {
    const message = error instanceof OutgoingError ? error.message : 'The server does not answer.'
    return { url, isReached: false, status: null, message }
  }
}

/** Asks links whether something is there, each once; nothing of this machine or its networks is reached. */
export const checkLinks = async (outgoing: Outgoing, links: readonly string[]): Promise<CheckedLink[]> => {
  const waiting = [...new Set(links)]
  const found = new Map<string, CheckedLink>()
  const next = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      found.set(url, await checkOne(outgoing, url))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return [...new Set(links)].flatMap((url) => found.get(url) ?? [])
}
