import type { DesignValues } from '../../contract/design.ts'

const percentOf = (name: string) => Number(name.replace('p', '.'))

const columnWidths = (html: string, width: number) =>
  [...new Set([...html.matchAll(/u-col-([\dp]+)/g)].map((match) => match[1] ?? ''))]
    .map((name) => `.u-row .u-col-${name}{width:${Math.round(width * percentOf(name)) / 100}px!important}`)
    .join('')

const safe = (value: unknown) => String(value).replace(/[<>{};]/g, '')

const MOBILE: Record<string, [part: string, property: string]> = {
  containerPadding: ['.v-container-padding-padding', 'padding'],
  padding: ['.v-padding', 'padding'],
  fontSize: ['.v-font-size', 'font-size'],
  lineHeight: ['.v-line-height', 'line-height'],
  textAlign: ['.v-text-align', 'text-align'],
  color: ['.v-color', 'color'],
  borderRadius: ['.v-border-radius', 'border-radius'],
  letterSpacing: ['.v-letter-spacing', 'letter-spacing'],
  backgroundColor: ['.v-background-color', 'background-color'],
  align: ['.v-text-align', 'text-align'],
}

const overrides = (values: DesignValues) => {
  const id = (values._meta as { htmlID?: string } | undefined)?.htmlID
  const all = values._override as Record<string, DesignValues> | undefined
  const mobile = all?.mobile
  const desktop = all?.desktop
  if (!id) return { narrow: '', wide: '' }
  const narrow = Object.entries(mobile ?? {}).flatMap(([key, value]) => {
    const place = MOBILE[key]
    return place && typeof value === 'string' ? [`#${id} ${place[0]}{${place[1]}:${safe(value)}!important}`] : []
  })
  if (mobile?.hideMobile) narrow.push(`#${id}{display:none!important}`)
  if (mobile?.layout === 'vertical') narrow.push(`#${id} .v-padding{display:block!important}`)
  const width = (mobile?.src as DesignValues | undefined)?.maxWidth
  if (typeof width === 'string')
    narrow.push(`#${id} img{width:${safe(width)}!important;max-width:${safe(width)}!important}`)
  return { narrow: narrow.join(''), wide: desktop?.hideDesktop ? `#${id}{display:none!important}` : '' }
}

/** Columns side by side on wide screens, one under the other on narrow ones, and what a design changes on phones. */
export const documentCss = (html: string, width: number, parts: DesignValues[]): string => {
  const own = parts.map(overrides)
  return [
    'body{margin:0;padding:0}table,td,tr{border-collapse:collapse;vertical-align:top}p{margin:0}',
    '.ie-container table,.mso-container table{table-layout:fixed}*{line-height:inherit}',
    "a[x-apple-data-detectors='true']{color:inherit!important;text-decoration:none!important}",
    `@media only screen and (min-width:${width + 20}px){.u-row{width:${width}px!important}.u-row .u-col{vertical-align:top}`,
    `${columnWidths(html, width)}${own.map(({ wide }) => wide).join('')}}`,
    `@media only screen and (max-width:${width + 20}px){`,
    '.u-row-container{max-width:100%!important;padding-left:0!important;padding-right:0!important}',
    '.u-row{width:100%!important}.u-row .u-col{display:block!important;width:100%!important;min-width:320px!important;max-width:100%!important}',
    '.u-row.no-stack .u-col{min-width:0!important;display:table-cell!important}.u-row .u-col>div{margin:0 auto}',
    '.u-row .u-col img{max-width:100%!important}.hide-mobile{display:none!important}',
    // What only phones show is hidden in the mail itself, for programs that know no widths.
    '.hide-default__display-table{display:table!important}.hide-default__display-block{display:block!important}',
    `${own.map(({ narrow }) => narrow).join('')}}`,
  ].join('')
}
