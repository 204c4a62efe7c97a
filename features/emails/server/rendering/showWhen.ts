import { Conditions, checkConditions } from '@millrace/segments/contract'
import { blocksOf, type Design, type DesignValues, isDesign, rowsOf } from '../../contract/design.ts'
import { compileShow, isAskedOfDatabase, showName, showWhenOf } from '../../contract/showWhen.ts'

/** Conditions of a mail that the database answers, by the name that Liquid asks for. */
export type Shows = Readonly<Record<string, Conditions>>

/** Who made more of these would make every batch wait. */
export const MOST_SHOWS = 30

/** Conditions that a part of a design holds; undefined where they cannot be read or are not whole. */
export const readConditions = (held: unknown): Conditions | undefined => {
  const read = Conditions.safeParse(held)
  if (!read.success) return undefined
  return isAskedOfDatabase(read.data) && checkConditions(read.data).length ? undefined : read.data
}

const partsOf = (design: Design): { values?: DesignValues }[] => [...rowsOf(design), ...blocksOf(design)]

/** The conditions of a design that the database answers, the first thirty; null where there are none. */
export const showsOf = (state: unknown): Shows | null => {
  if (!isDesign(state)) return null
  const shows: Record<string, Conditions> = {}
  for (const { values } of partsOf(state)) {
    const conditions = readConditions(showWhenOf(values)?.conditions)
    if (!conditions || !isAskedOfDatabase(conditions)) continue
    shows[showName(conditions)] = conditions
    if (Object.keys(shows).length >= MOST_SHOWS) break
  }
  return Object.keys(shows).length ? shows : null
}

/**
 * The HTML of a row or a block with the Liquid around it that shows it to some only. Conditions of our builder count as they
 * stand, whatever the Liquid beside them says; those that cannot be read show to nobody, which is seen, rather than to all.
 */
export const shownWhen = (html: string, values: DesignValues | undefined): string => {
  const held = showWhenOf(values)
  if (!held) return html
  if (held.conditions === undefined) return held.before + html + held.after
  const read = readConditions(held.conditions)
  const { before, after } = read ? compileShow(read) : { before: '{% if false %}', after: '{% endif %}' }
  return before + html + after
}
