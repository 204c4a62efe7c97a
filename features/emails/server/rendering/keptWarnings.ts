import { blocksOf, type Design, type DesignBlock, rowsOf } from '../../contract/design.ts'
import type { EmailWarning } from '../../contract/email.ts'
import { isFromElsewhere, showWhenOf } from '../../contract/showWhen.ts'
import { SNIPPET_BLOCK } from '../../contract/snippet.ts'
import { MOST_SHOWS, readConditions, showsOf } from './showWhen.ts'
import { isDrawn } from './tools.ts'

const nameOf = ({ type, slug }: DesignBlock) => (type === 'custom' && slug ? slug : type)

const warn = (kind: EmailWarning['kind'], message: string, where: string | undefined): EmailWarning => ({
  kind,
  level: 'warning',
  message,
  ...(where && { where }),
})

type Part = { id?: string; values?: Record<string, unknown> }

const conditionWarnings = (part: Part, what: string): EmailWarning[] => {
  const held = showWhenOf(part.values)
  if (!held) return []
  if (isFromElsewhere(held)) {
    const message = `A ${what} showed to some people of another account (${held.label}): here it shows to nobody until you say to whom.`
    return [warn('condition', message, part.id)]
  }
  if (!held.conditions) {
    const said = held.before.replace(/\s+/g, ' ').slice(0, 80)
    const message = `A ${what} is shown under a condition from another editor: ${said || held.after}. Look whether it names what is known here.`
    return [warn('condition', message, part.id)]
  }
  return readConditions(held.conditions)
    ? []
    : [warn('condition', `A ${what} shows to nobody: its condition is not whole. Set it anew.`, part.id)]
}

const tooMany = (design: Design): EmailWarning[] =>
  Object.keys(showsOf(design) ?? {}).length >= MOST_SHOWS
    ? [
        warn(
          'condition',
          `Parts of this email ask for ${MOST_SHOWS} or more different things that people did, segments or goals: only the first ${MOST_SHOWS} are asked, parts after these show to nobody.`,
          undefined,
        ),
      ]
    : []

/** What of a design is kept but not shown, and what is shown to some only by words that we did not write. */
export const keptWarnings = (design: Design): EmailWarning[] => [
  ...blocksOf(design)
    .filter((block) => !isDrawn(block))
    .map((block) =>
      block.slug === SNIPPET_BLOCK
        ? warn('content', 'A snippet block has no snippet yet.', block.id)
        : warn(
            'kept',
            `A block of the kind “${nameOf(block)}” cannot be shown in mails: it is kept, and readers do not see it.`,
            block.id,
          ),
    ),
  ...rowsOf(design).flatMap((row) => conditionWarnings(row, 'row')),
  ...blocksOf(design).flatMap((block) => conditionWarnings(block, 'block')),
  ...tooMany(design),
]
