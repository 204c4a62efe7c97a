import type { DesignValues } from '../../contract/design.ts'

/** Fonts that lie here, by the name that designs give them, and the weights that each file holds. */
export const WEB_FONTS: Readonly<Record<string, { file: string; weights: string }>> = {
  Roboto: { file: 'roboto', weights: '100 900' },
  'Roboto Mono': { file: 'roboto-mono', weights: '100 700' },
  'Roboto Slab': { file: 'roboto-slab', weights: '100 900' },
  'Open Sans': { file: 'open-sans', weights: '300 800' },
}

/** The letters of each file: western languages, and those that add marks to their letters. */
export const FONT_SCRIPTS: Readonly<Record<string, string>> = {
  latin: 'U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+20AC,U+2122',
  'latin-ext': 'U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1EFF,U+20A0-20AB,U+20AD-20C0',
}

type Font = { value: string; url: string | undefined }

const isFont = (value: unknown): value is { value: string; url?: unknown } =>
  typeof (value as { value?: unknown } | null)?.value === 'string'

const fontsIn = (values: DesignValues): Font[] =>
  Object.entries(values).flatMap(([key, value]) =>
    /fontFamily$/i.test(key) && isFont(value)
      ? [{ value: value.value, url: typeof value.url === 'string' ? value.url : undefined }]
      : [],
  )

const firstFamily = (stack: string) =>
  stack
    .split(',')[0]
    ?.trim()
    .replace(/^['"]|['"]$/g, '') ?? ''

const face = (name: string, base: string) => {
  const font = WEB_FONTS[name]
  if (!font) return ''
  const about = `font-family:'${name}';font-style:normal;font-weight:${font.weights};font-display:swap`
  return Object.entries(FONT_SCRIPTS)
    .map(
      ([script, letters]) =>
        `@font-face{${about};src:url('${base}/${font.file}-${script}.woff2') format('woff2');unicode-range:${letters}}`,
    )
    .join('')
}

/**
 * What the head needs for the fonts of a design. Ours come from here, whatever address a design has for them; others from
 * the address that the design names. Mail programs without web fonts take the next of each stack.
 */
export const webFonts = (parts: readonly DesignValues[], base: string | undefined): { css: string; links: string } => {
  const css = new Set<string>()
  const links = new Set<string>()
  for (const { value, url } of parts.flatMap(fontsIn)) {
    const name = firstFamily(value)
    if (Object.hasOwn(WEB_FONTS, name)) {
      if (base) css.add(face(name, base))
    } else if (url && /^https:\/\/[^\s"'<>]+$/.test(url)) {
      links.add(
        `<!--[if !mso]><!--><link href="${url.replace(/&(?!amp;)/g, '&amp;')}" rel="stylesheet" type="text/css"><!--<![endif]-->`,
      )
    }
  }
  return { css: [...css].join(''), links: [...links].join('') }
}
