import { randomBytes } from 'node:crypto'
import { dropDatabase, inDatabase } from './database.ts'

/** A database on somebody else's server, with the role that owns it; both go with `stop`. */
export type OwnPlace = { url: string; template: string; stop(): Promise<void> }

/**
 * Makes a role and a database for one test run on an external PostgreSQL (15 to 18). `adminUrl` names a superuser; the
 * role may make databases and roles and nothing else, as the owner of a managed database may.
 */
export const onExternalServer = async (adminUrl: string): Promise<OwnPlace> => {
  const name = `millrace_test_${randomBytes(6).toString('hex')}`
  const password = randomBytes(18).toString('base64url')
  await inDatabase(adminUrl, `create role ${name} login createdb createrole password '${password}'`)
  await inDatabase(
    adminUrl,
    `create database ${name} owner ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
  )
  const own = new URL(adminUrl)
  own.username = name
  own.password = password
  own.pathname = `/${name}`
  const stop = async () => {
    await dropDatabase(adminUrl, name)
    // Schema copies of single tests are dropped by the tests; what a failed one left would keep the role.
    await inDatabase(adminUrl, `drop role ${name}`)
  }
  return { url: own.href, template: name, stop }
}
