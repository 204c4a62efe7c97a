/** Fields written one a line, `plan = pro`; numbers, yes and no are read as such. Lines without `=` say nothing. */
export const fieldsOf = (text: string): Record<string, string | number | boolean> => {
  const fields: Record<string, string | number | boolean> = {}
  for (const line of text.split('\n')) {
    const [name = '', ...rest] = line.split('=')
    const value = rest.join('=').trim()
    if (!name.trim() || !rest.length) continue
    const number = Number(value)
    fields[name.trim()] = /^(true|false)$/.test(value)
      ? value === 'true'
      : value && !Number.isNaN(number)
        ? number
        : value
  }
  return fields
}
