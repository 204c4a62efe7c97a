import type { DesignValues } from '../../contract/design.ts'

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The language of a mail as its design says it, and the way that it is read. */
export const languageOf = (body: DesignValues): { lang: string; dir?: string } => {
  const held = body.language as { value?: unknown; code?: unknown; id?: unknown } | string | null | undefined
  const said = typeof held === 'string' ? held : (held?.value ?? held?.code ?? held?.id)
  const lang = typeof said === 'string' && /^[a-z]{2,3}(-[\w]{2,8})*$/i.test(said) ? said : 'en'
  const isTurned = body.textDirection === 'rtl' || RIGHT_TO_LEFT.has(lang.toLowerCase().slice(0, 2))
  return isTurned ? { lang, dir: 'rtl' } : { lang }
}
