const BUILDING = 'Segment is still building 🏗. Please try again in a few minutes.'
/** Texts by which a database that ran out of time is known. */
const TIMED_OUT = ['query timed out', 'statement timeout']

/** What to say when the people of a segment could not be read; `isSorted`: they were being sorted. */
export const peopleFault = (error: unknown, isSorted: boolean): Error => {
  const message = error instanceof Error ? error.message : ''
  if (TIMED_OUT.some((text) => message.toLowerCase().includes(text))) return new Error(BUILDING)
  if (isSorted && message !== BUILDING) return new Error('Error while sorting segment.', { cause: error })
  return error instanceof Error ? error : new Error('Error while getting people in segment.')
}
