import { type Issue, refused, storable } from '@millrace/kit/server'
import { addressProblems } from '../../contract/addresses.ts'
import { blocksOf, isDesign } from '../../contract/design.ts'
import type { EmailContent } from '../../contract/email.ts'
import { checkLiquid, type LiquidError } from '../liquid/checkLiquid.ts'
import { plainLiquid } from '../liquid/protect.ts'
import type { Outside } from '../rendering/outside.ts'
import { renderContent } from '../rendering/renderContent.ts'
import type { ContentRow } from '../store/rows.ts'

/** A new email before anything is written in it. */
export const EMPTY_CONTENT: ContentRow = {
  type: 'HTML',
  subject: '',
  preheader: '',
  fromName: '',
  fromEmail: '',
  replyName: '',
  replyEmail: '',
  cc: '',
  bcc: '',
  editorType: 'unlayer',
  state: null,
  html: '',
}

/** What a save or a preview changes of the content. */
export type ContentPatch = Partial<Omit<EmailContent, 'editor'>> & {
  editor?: EmailContent['editor'] | null | undefined
  html?: string | undefined
}

const LINES = ['type', 'subject', 'preheader', 'fromName', 'fromEmail', 'replyName', 'replyEmail', 'cc', 'bcc'] as const

/** True where a change touches content. */
export const changesContent = (patch: ContentPatch): boolean =>
  [...LINES, 'editor', 'html'].some((key) => patch[key as keyof ContentPatch] !== undefined)

const draw = (content: ContentRow, outside: Outside) => {
  const editor = { type: content.editorType, state: content.state, html: content.html }
  return renderContent({ editor, type: content.type }, outside)
}

/** Content with a change laid over it, its HTML made anew where the editor's state changed. */
export const mergeContent = (base: ContentRow, change: ContentPatch, outside: Outside): ContentRow => {
  const patch = storable(change)
  const merged = { ...base }
  for (const key of LINES) if (patch[key] !== undefined) Object.assign(merged, { [key]: patch[key] })
  if (patch.editor === undefined && patch.html === undefined && patch.type === undefined) return merged
  if (patch.editor === null) return { ...merged, state: null, html: '' }
  if (patch.editor) {
    merged.editorType = patch.editor.type
    merged.state = patch.editor.state
    merged.html = patch.editor.html ?? ''
  }
  if (patch.html !== undefined && !merged.html) merged.html = patch.html
  return { ...merged, html: draw(merged, outside) ?? '' }
}

const WHERE: Record<string, string> = {
  subject: 'the subject',
  preheader: 'the preview text',
  fromName: 'the from name',
  replyName: 'the reply name',
  cc: 'cc',
  bcc: 'bcc',
  body: 'the body',
}

/** Liquid that cannot be processed, with the place where it stands: a field, or a block of the design by its id. */
export type LiquidProblem = LiquidError & { where: string; field: string }

const textsOf = (values: Record<string, unknown>) =>
  ['text', 'html', 'altText'].map((key) => values[key]).filter((text): text is string => typeof text === 'string')

const bodyProblems = (content: ContentRow): LiquidProblem[] => {
  const inDocument = checkLiquid(content.html)
  if (!inDocument.length) return []
  const blocks = content.editorType === 'unlayer' && isDesign(content.state) ? blocksOf(content.state) : []
  const inBlocks: LiquidProblem[] = []
  for (const block of blocks) {
    for (const text of textsOf(block.values ?? {})) {
      for (const error of checkLiquid(plainLiquid(text)))
        inBlocks.push({ ...error, field: 'body', where: block.id ?? 'body' })
    }
  }
  if (inBlocks.length) return inBlocks
  const own = content.editorType === 'richtext' ? content.state?.html : undefined
  const inText = typeof own === 'string' ? checkLiquid(plainLiquid(own)) : []
  return (inText.length ? inText : inDocument).map((error) => ({ ...error, field: 'body', where: 'body' }))
}

/** All Liquid of an email that cannot be processed. */
export const liquidProblems = (content: ContentRow): LiquidProblem[] => [
  ...(['subject', 'preheader', 'fromName', 'replyName', 'cc', 'bcc'] as const).flatMap((field) =>
    checkLiquid(content[field]).map((error) => ({ ...error, field, where: field })),
  ),
  ...bodyProblems(content),
]

/** A problem in a sentence. */
export const tellProblem = ({ message, field, line, column }: LiquidProblem): string =>
  `${message} (${WHERE[field] ?? field}, line ${line}, column ${column})`

/** Refuses Liquid that cannot be processed; `issues` name field, block, line and column. */
export const refuseBadLiquid = (content: ContentRow): void => {
  const problems = liquidProblems(content)
  if (!problems.length) return
  const issues: Issue[] = problems.map(({ field, where, line, column, message }) => ({
    path: field === where ? [field, line, column] : [field, where, line, column],
    message,
  }))
  throw refused(`Couldn't process Liquid tags: ${problems.map(tellProblem).join('; ')}`, issues)
}

const refuseBadAddresses = (content: ContentRow): void => {
  const problems = addressProblems(content)
  if (!problems.length) return
  const issues: Issue[] = problems.map(({ where, problem }) => ({ path: [where], message: problem }))
  throw refused(problems.map(({ name, problem }) => `${name}: ${problem}`).join(' '), issues)
}

/** Refuses to save what cannot be sent. */
export const refuseIncomplete = (content: ContentRow): void => {
  if (!content.subject.trim()) throw refused('Email subject is needed.')
  if (!content.fromEmail.trim()) throw refused('From email is needed.')
  if (!content.html.trim()) throw refused('Missing email content.')
  refuseBadAddresses(content)
  refuseBadLiquid(content)
}
