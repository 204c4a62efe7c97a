import type { SnippetType } from '../../contract/snippet.ts'
import { escapeHtml } from '../liquid/escape.ts'
import { plainLiquid, protectLiquid } from '../liquid/protect.ts'

/** A snippet's content as mails show it: plain text gets its lines, HTML stays, Liquid is left in. */
export const snippetHtml = (type: SnippetType, content: string): string => {
  if (type === 'HTML') return plainLiquid(content)
  const { text, restore } = protectLiquid(content)
  return restore(escapeHtml(text).replace(/\r?\n/g, '<br>'))
}
