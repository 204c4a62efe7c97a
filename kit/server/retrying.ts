/** What PostgreSQL answers where two transactions stood in each other's way: the same work may simply be done again. */
const IN_THE_WAY = new Set(['40001', '40P01'])

/** Does work in a transaction, and again where it was the one to give way in a deadlock; three times at the most. */
export const retrying = async <T>(work: () => Promise<T>, tries = 3): Promise<T> => {
  for (let left = tries - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left <= 0 || !IN_THE_WAY.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}
