import { type House, refused, type Tx } from '@millrace/kit/server'
import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { useOnce } from './onceTokens.ts'

/** How long a task may be solved, in milliseconds: long enough to come back to a form that was left open. */
const LIFETIME = 30 * 60_000

const REPEAT = 'We could not check that you are not a robot. Please try again.'

const secretsOf = ({ keys }: House) => ({
  hmacSignatureSecret: keys.sign('bot', 'challenge', 32),
  hmacKeySignatureSecret: keys.sign('bot', 'solution', 32),
})

/** A proof-of-work task; a browser solves it within about a second while its person types. */
export const newChallenge = (house: House): Promise<Challenge> =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1_500,
    counter: randomInt(300, 900),
    deriveKey,
    // Ours to check, by the house's clock.
    data: { until: house.clock.now().getTime() + LIFETIME },
    ...secretsOf(house),
  })

const readPayload = (token: string): Payload | undefined => {
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString()) as Partial<Payload> | null
    return payload?.challenge?.parameters && payload.solution ? (payload as Payload) : undefined
  } catch {
    // Not one of ours: the same as no answer at all.
    return undefined
  }
}

/** Refuses where the task was not solved, is over its time, or its solution was used before. */
export const checkBotProof = async (tx: Tx, house: House, token: string | undefined): Promise<void> => {
  if (house.settings.TEST_MODE) return
  const payload = token ? readPayload(token) : undefined
  if (!payload) throw refused(REPEAT)
  const { challenge, solution } = payload
  const now = house.clock.now()
  const result = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(house) }).catch(() => undefined)
  const expiresAt = new Date(Number(challenge.parameters.data?.until ?? 0))
  if (!result?.verified || expiresAt <= now) throw refused(REPEAT)
  if (!(await useOnce(tx, 'bot', challenge.signature ?? '', { now, expiresAt }))) throw refused(REPEAT)
}
