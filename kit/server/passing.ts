/** Errors that pass: a broken connection, two transactions in each other's way, a server that is full or restarts. */
export const isPassing = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') return /^(08|40|53|55|57|58|XX|E[A-Z]{3,})/.test(code)
  return (
    error instanceof Error && /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  )
}
