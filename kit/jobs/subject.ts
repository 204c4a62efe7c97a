import type { Change, NewChange } from './reactor.ts'

/** What a change says of whom or what it is about. */
type About = Pick<NewChange, 'kind' | 'personId' | 'ref' | 'data'> | Pick<Change, 'kind' | 'personId' | 'ref' | 'data'>

/** Whom or what a change is about: a person by id, an object by the negative of its id; null for neither. */
export const subjectOf = ({ kind, personId, ref, data }: About): number | null => {
  if (personId !== null) return personId
  if (kind.startsWith('object.') && ref) return -ref
  return typeof data?.objectId === 'number' ? -data.objectId : null
}

/** The parts of a change that say that it is about a person, or about an object by the negative of its id. */
export const aboutSubject = (
  subject: number,
  data?: Record<string, unknown>,
): { personId: number | null; data: Record<string, unknown> | null } =>
  subject < 0 ? { personId: null, data: { ...data, objectId: -subject } } : { personId: subject, data: data ?? null }
