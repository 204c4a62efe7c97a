type Settled<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> }

/**
 * Waits for statements that were sent without waiting for each other, in their order. Unlike `Promise.all` it waits for the rest
 * where one fails, so that nothing of a transaction goes on behind its end; then it throws what failed first.
 */
export const together = async <const T extends readonly unknown[]>(sent: T): Promise<Settled<T>> => {
  const settled = await Promise.allSettled(sent)
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  }) as Settled<T>
}
