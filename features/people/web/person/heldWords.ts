import { plural } from '@millrace/kit/web'
import type { Holding } from '../../contract/index.ts'

const one = (what: string) => (what.startsWith('rows of ') ? what.replace('rows', 'row') : what.replace(/s$/, ''))

/** `1 flow run`, `12 events`. */
export const heldWords = ({ what, count }: Holding): string => plural(count, one(what), what)
