import { blocksOf, type Design, type DesignBlock, rowsOf } from '../../contract/design.ts'
import type { EmailWarning } from '../../contract/email.ts'
import { showWhenOf, untold } from '../../contract/showWhen.ts'
import { SNIPPET_BLOCK } from '../../contract/snippet.ts'
import { isDrawn } from './tools.ts'

const UNTOLD: Readonly<Record<string, string>> = {
  event: 'what people did',
  segment: 'segments',
  goal: 'goals',
  association: 'what people are associated with',
}

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
  if (!held.conditions) {
    const said = held.before.replace(/\s+/g, ' ').slice(0, 80)
    const message = `A ${what} is shown under a condition from another editor: ${said || held.after}. Look whether it names what is known here.`
    return [warn('condition', message, part.id)]
  }
  const words = untold(held.conditions).map((name) => UNTOLD[name] ?? `the field ${name}`)
  return words.length
    ? [warn('condition', `A ${what} shows to nobody: a mail cannot tell ${words.join(', ')}.`, part.id)]
    : []
}

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
]
