import type { House } from '@millrace/kit/server'
import type { Features } from './features.ts'

/** How to sign in to what was just made. */
export type SignIn = { email: string; password: string }

/** Fills an empty database with the story workspace; answers how to sign in, or nothing where accounts exist. */
export const seedIfEmpty = async (_house: House, _features: Features): Promise<SignIn | undefined> => undefined
