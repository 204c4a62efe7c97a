import { hash, verify } from '@node-rs/argon2'

// The library's own defaults are argon2id with 19 MiB, two passes and one lane: OWASP's first choice.

/** The hash that is stored of a password (argon2id). */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'))

let decoy: Promise<string> | undefined

/** Whether the password fits; takes as long where there is no hash to compare with. */
export const passwordFits = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  decoy ??= hash('nobody has this password')
  const fits = await verify(stored ?? (await decoy), password.normalize('NFKC'))
  return stored ? fits : false
}
