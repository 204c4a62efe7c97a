import { isDesign } from '../../contract/design.ts'
import type { EmailContent } from '../../contract/email.ts'
import { escapeHtml } from '../liquid/escape.ts'
import { plainLiquid, protectLiquid } from '../liquid/protect.ts'
import { openDocument } from './openDocument.ts'
import type { Outside } from './outside.ts'
import { renderDesign } from './renderDesign.ts'
import { renderRichText } from './renderRichText.ts'

type Written = Pick<EmailContent, 'editor' | 'type'>

const plainText = (text: string) => {
  const { text: bare, restore } = protectLiquid(text)
  const body = `<body style="margin:0;padding:24px;font-family:arial,helvetica,sans-serif;font-size:14px;line-height:1.6;white-space:pre-wrap">${escapeHtml(bare)}</body>`
  return restore(openDocument({ css: '', body }))
}

/**
 * The HTML document that an email's editor state stands for, Liquid left as it is; undefined where there is no content.
 * For designs and rich text the state alone counts: HTML from outside is not believed.
 */
export const renderContent = ({ editor, type }: Written, outside: Outside): string | undefined => {
  const { state, html } = editor
  if (type === 'text') return typeof html === 'string' ? plainText(plainLiquid(html)) : undefined
  if (editor.type === 'unlayer') return isDesign(state) ? plainLiquid(renderDesign(state, outside)) : undefined
  if (editor.type === 'richtext') {
    const text = typeof state?.html === 'string' ? state.html : html
    return typeof text === 'string' ? renderRichText(plainLiquid(text)) : undefined
  }
  return html ? plainLiquid(html) : undefined
}
