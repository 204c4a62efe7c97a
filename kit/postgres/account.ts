import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The system account that PostgreSQL runs under. */
export type SystemAccount = { uid: number; gid: number; name: string }

const WANTED = ['postgres', 'nobody']

const entries = (passwd: string): SystemAccount[] =>
  passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })

/**
 * PostgreSQL refuses to run as root; then it runs under the account that owns the cluster already, else `postgres`, else
 * `nobody`. Undefined where this process is not root.
 */
export const unprivilegedAccount = (
  ownerUid: number | undefined,
  { uid = process.getuid?.(), passwd = () => readFileSync('/etc/passwd', 'utf8') } = {},
): SystemAccount | undefined => {
  if (uid !== 0) return undefined
  const known = entries(passwd()).filter((entry) => entry.uid !== 0)
  const found =
    known.find((entry) => entry.uid === ownerUid) ??
    WANTED.map((name) => known.find((entry) => entry.name === name)).find(Boolean)
  if (found) return found
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither an account `postgres` nor `nobody`. Start Millrace as an ordinary user, or give a DATABASE_URL.',
  )
}

const mayPass = (path: string, { uid, gid }: SystemAccount) => {
  const { mode, uid: owner, gid: group } = statSync(path)
  if (owner === uid) return (mode & 0o100) !== 0
  if (group === gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

/** True where `account` may walk to `folder` through all folders above it. */
export const canReach = (folder: string, account: SystemAccount): boolean => {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if (!mayPass(path, account)) return false
    if (path === dirname(path)) return true
  }
}
