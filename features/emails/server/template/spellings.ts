const known = new Map<string, readonly string[]>()
const MOST_KNOWN = 5_000

const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
const camel = (name: string) => name.replace(/[_\s-]+([a-zA-Z0-9])/g, (_all, letter: string) => letter.toUpperCase())

/** The ways in which a field may be written: as it is named, `snake_case` and `camelCase`. */
export const spellings = (name: string): readonly string[] => {
  let all = known.get(name)
  if (!all) {
    all = [...new Set([name, snake(name), camel(name)])]
    if (known.size > MOST_KNOWN) known.clear()
    known.set(name, all)
  }
  return all
}
