import { clearCookie, readCookie } from '../cookies.ts'
import type { Exchange } from '../entrance.ts'
import type { Desk } from '../ports.ts'
import { mustBeMeant } from '../sameOrigin.ts'
import { endSessionOf } from '../sessions.ts'

/** Ends the session of the request's cookie and takes the cookie away. */
export const logout = async ({ house, forgetCallers }: Desk, { request, reply }: Exchange): Promise<void> => {
  mustBeMeant(request, house.publicUrl)
  const cookie = readCookie(house, request, 'session')
  if (!cookie) return
  await house.db.system(async (tx) => {
    await endSessionOf(tx, cookie)
    await forgetCallers(tx)
  })
  clearCookie(house, { request, reply }, 'session')
}
