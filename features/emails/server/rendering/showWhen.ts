import { Conditions } from '@millrace/segments/contract'
import type { DesignValues } from '../../contract/design.ts'
import { compileShow, showWhenOf } from '../../contract/showWhen.ts'

/**
 * The HTML of a row or a block with the Liquid around it that shows it to some only. Conditions of our builder count as they
 * stand, whatever the Liquid beside them says; those that cannot be read show to nobody, which is seen, rather than to all.
 */
export const shownWhen = (html: string, values: DesignValues | undefined): string => {
  const held = showWhenOf(values)
  if (!held) return html
  if (held.conditions === undefined) return held.before + html + held.after
  const read = Conditions.safeParse(held.conditions)
  const { before, after } = read.success ? compileShow(read.data) : { before: '{% if false %}', after: '{% endif %}' }
  return before + html + after
}
