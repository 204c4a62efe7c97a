const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether two settings say the same, whatever the order of their names; what is undefined counts as not there. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const name of names) if (!sameValue(a[name], b[name])) return false
  return true
}
