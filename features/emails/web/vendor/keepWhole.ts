import type { Design, DesignBlock } from '../../contract/design.ts'

/** What stands in a design: the design itself, its body, rows, columns, blocks. */
type Part = { id?: string; values?: Record<string, unknown>; [other: string]: unknown }
/** What another editor left out of a part. */
type LeftOut = { own: Record<string, unknown>; values: Record<string, unknown> }

const SECTIONS = ['headers', 'rows', 'footers'] as const
const WHOLE = '(design)'
const BODY = '(body)'

/** Every part by where it stands: `rows.0.columns.1.contents.2`. */
const placesOf = (design: Design): Map<string, Part> => {
  const places = new Map<string, Part>([
    [WHOLE, design],
    [BODY, design.body],
  ])
  for (const section of SECTIONS) {
    for (const [at, row] of (design.body[section] ?? []).entries()) {
      places.set(`${section}.${at}`, row)
      for (const [column, held] of row.columns.entries()) {
        places.set(`${section}.${at}.columns.${column}`, held)
        for (const [index, block] of held.contents.entries())
          places.set(`${section}.${at}.columns.${column}.contents.${index}`, block)
      }
    }
  }
  return places
}

const missingIn = (given: object = {}, back: object = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !(name in back)))

const isSame = (given: Part, back: Part | undefined): back is Part =>
  back !== undefined && given.type === back.type && given.slug === back.slug

// Parts move, so they are known by their ids; the design and its body are there once.
const nameOf = (place: string, { id }: Part) => (place === WHOLE || place === BODY ? place : id)

const completed = <P extends Part>(part: P, left: LeftOut | undefined): P =>
  left ? { ...left.own, ...part, ...(part.values && { values: { ...left.values, ...part.values } }) } : part

/**
 * What another editor did to a design by opening it: `missing` are the types of blocks that it would lose, and `complete`
 * puts back into a later design of it the properties that it left out, of whatever part is still there.
 */
export const keepWhole = (given: Design, back: Design) => {
  const left = new Map<string, LeftOut>()
  const missing: string[] = []
  const places = placesOf(back)
  for (const [place, part] of placesOf(given)) {
    const found = places.get(place)
    const lacks = isSame(part, found)
      ? { own: missingIn(part, found), values: missingIn(part.values, found.values) }
      : undefined
    const name = found && nameOf(place, found)
    const isWhole = lacks && !Object.keys({ ...lacks.own, ...lacks.values }).length
    if (isWhole) continue
    if (lacks && name !== undefined) left.set(name, lacks)
    else missing.push(String((part as Partial<DesignBlock>).slug ?? part.type ?? 'row'))
  }
  const known = <P extends Part>(part: P): P => completed(part, part.id === undefined ? undefined : left.get(part.id))
  const complete = (design: Design): Design => {
    const body = completed(design.body, left.get(BODY))
    const sections = SECTIONS.filter((section) => design.body[section]).map((section) => [
      section,
      design.body[section]?.map((row) => ({
        ...known(row),
        columns: row.columns.map((column) => ({ ...known(column), contents: column.contents.map(known) })),
      })),
    ])
    return { ...completed(design, left.get(WHOLE)), body: { ...body, ...Object.fromEntries(sections) } } as Design
  }
  return { missing, complete }
}
