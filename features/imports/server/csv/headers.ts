/** The headers of a file made distinct, and what was odd about them. */
export type Headers = { headers: string[]; warnings: string[] }

const LONGEST = 200

/** Trims headers, names empty ones by their place, and numbers those that repeat. */
export const distinctHeaders = (raw: readonly string[]): Headers => {
  const warnings: string[] = []
  const taken = new Set<string>()
  const headers = raw.map((text, index) => {
    const told = text.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim().slice(0, LONGEST)
    const base = told || `Column ${index + 1}`
    let header = base
    for (let number = 2; taken.has(header.toLowerCase()); number++) header = `${base} (${number})`
    taken.add(header.toLowerCase())
    if (!told) warnings.push(`Column ${index + 1} has no header.`)
    else if (header !== base)
      warnings.push(`The header "${base}" appears more than once; column ${index + 1} is shown as "${header}".`)
    return header
  })
  return {
    headers,
    warnings:
      warnings.length > 5
        ? [...warnings.slice(0, 5), `… and ${warnings.length - 5} more headers like these.`]
        : warnings,
  }
}

/** The headers of a file by its first row, which may be a person already: then columns are called by their place. */
export const headersOf = (first: readonly string[], hasHeader: boolean): Headers =>
  hasHeader ? distinctHeaders(first) : { headers: first.map((_, index) => `Column ${index + 1}`), warnings: [] }
