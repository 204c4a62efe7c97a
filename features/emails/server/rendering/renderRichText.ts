import juice from 'juice'
import { protectLiquid } from '../liquid/protect.ts'
import { openDocument } from './openDocument.ts'

const CSS = `
.page { background-color: #f4f4f6; }
.sheet { background-color: #ffffff; color: #18181d; font-family: arial, helvetica, sans-serif; font-size: 15px; line-height: 1.6; text-align: left; }
p, ul, ol, blockquote { margin: 0 0 14px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 14px; }
h2 { font-size: 20px; line-height: 1.3; margin: 22px 0 10px; }
h3 { font-size: 16px; line-height: 1.4; margin: 18px 0 8px; }
ul, ol { padding-left: 24px; }
li p { margin: 0 0 4px; }
blockquote { border-left: 3px solid #d6d6de; padding-left: 14px; color: #52525e; }
img { max-width: 100%; height: auto; border: 0; }
hr { border: 0; border-top: 1px solid #e6e6eb; margin: 22px 0; }
a { color: #5a55db; }
pre, code { font-family: menlo, consolas, monospace; font-size: 13px; }`

const NARROW =
  '@media only screen and (max-width:620px){.sheet{width:100%!important}.inner{padding:24px 18px!important}}body{margin:0;padding:0}'

/** HTML document of a text from the rich-text editor: a table 600 pixels wide, styles in the elements. Liquid is left as it is. */
export const renderRichText = (html: string): string => {
  const { text, restore } = protectLiquid(html)
  const body = `<body style="margin:0;padding:0"><table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center"><table role="presentation" class="sheet" width="600" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td class="inner" style="padding:36px 40px">${text}</td></tr></table></td></tr></table></body>`
  return restore(openDocument({ css: NARROW, body: juice.inlineContent(body, CSS, { applyWidthAttributes: false }) }))
}
