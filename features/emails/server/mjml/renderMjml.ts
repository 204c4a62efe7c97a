import { refused } from '@millrace/kit/server'
import type compileMjml from 'mjml'
import { plainLiquid, protectLiquid } from '../liquid/protect.ts'

/** The longest MJML that is made into HTML, in signs. */
const LONGEST = 500_000

/** Who compiles; it weighs much and is loaded when the first visual email is written. */
let compiler: Promise<{ default: typeof compileMjml }> | undefined

/**
 * The HTML document that MJML stands for, Liquid left as it is. It reads no files; what it does not know it leaves out. Refuses
 * what is no MJML at all.
 */
export const renderMjml = async (source: string): Promise<string> => {
  if (source.length > LONGEST) throw refused('This email is too long.')
  const { text, restore } = protectLiquid(plainLiquid(source))
  compiler ??= import('mjml')
  const { default: compile } = await compiler
  try {
    const { html } = await compile(text, {
      ignoreIncludes: true,
      validationLevel: 'soft',
      keepComments: true,
      fonts: {},
    })
    return restore(html)
  } catch (error) {
    throw refused(`This is no MJML that mails can be made of: ${(error as Error).message.split('\n')[0]}`)
  }
}

type Written = {
  editor?: { type: string; state: Record<string, unknown> | null; html?: string | null | undefined } | null
}

/** A change of an email whose MJML, where there is some, was made into HTML: what a browser says about that is not believed. */
export const withMjmlHtml = async <P extends Written>(patch: P): Promise<P> => {
  const { editor } = patch
  if (editor?.type !== 'visual' || typeof editor.state?.mjml !== 'string') return patch
  return { ...patch, editor: { ...editor, html: await renderMjml(editor.state.mjml) } }
}
