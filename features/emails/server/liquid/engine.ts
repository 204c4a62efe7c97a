import type { Liquid } from 'liquidjs'
import { addMeets } from '../rendering/meets.ts'
import { escapeHtml } from './escape.ts'
import { addFilters } from './filters.ts'
import { LimitedLiquid } from './limitedLiquid.ts'
import { LINK_TAG, linkTag } from './linkTag.ts'

/** Processor time that a text may take. */
export const TEXT_MS = 100

const LIMITS = { parseLimit: 4 << 20, renderLimit: TEXT_MS, memoryLimit: 4 << 20 }

/**
 * Renders what must be done within a time, once more where it took too long: memory that is cleared up meanwhile is not
 * the author's fault, a loop without end is so again.
 */
export const patiently = <T>(render: () => T): T => {
  try {
    return render()
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('render limit exceeded'))) throw error
    return render()
  }
}

/** Tags that read files; there are none to read. */
const FILE_TAGS = ['include', 'render', 'layout', 'block']

const engine = (forHtml: boolean) => {
  const liquid = new LimitedLiquid({
    ...LIMITS,
    ownPropertyOnly: true,
    strictFilters: true,
    relativeReference: false,
    templates: {},
    ...(forHtml && { outputEscape: (value: unknown) => escapeHtml(shown(value)) }),
  })
  for (const tag of FILE_TAGS) delete liquid.tags[tag]
  addFilters(liquid, forHtml)
  addMeets(liquid)
  liquid.registerTag(LINK_TAG, linkTag(forHtml))
  return liquid
}

/** A value as Liquid prints it. */
export const shown = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(shown).join('') : String(value)
}

/** Liquid for HTML: every output is escaped unless it says `raw`. */
export const htmlLiquid: Liquid = engine(true)

/** Liquid for subjects, names and plain text: nothing is escaped. */
export const textLiquid: Liquid = engine(false)
