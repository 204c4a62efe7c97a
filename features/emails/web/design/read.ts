import type { DesignBlock, DesignValues } from '../../contract/design.ts'
import { lexicalHtml } from '../../contract/lexicalHtml.ts'

/** A setting as text; empty where it is none. */
export const textOf = (values: DesignValues, key: string): string => {
  const value = values[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A group of settings; empty where it is none. */
export const groupOf = (values: DesignValues, key: string): DesignValues => {
  const value = values[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DesignValues) : {}
}

/** A setting in pixels or percent as a number. */
export const numberOf = (values: DesignValues, key: string, fallback: number): number => {
  const number = Number.parseFloat(textOf(values, key))
  return Number.isNaN(number) ? fallback : number
}

/** The words of a block as HTML; newer designs keep them as Lexical JSON. */
export const htmlOf = ({ type, values }: DesignBlock): string => {
  const keepsJson = ['paragraph', 'heading', 'button'].includes(type) && Boolean(values.textJson)
  return keepsJson ? lexicalHtml(values.textJson) : textOf(values, 'text')
}

/** Where a link leads. */
export const hrefOf = (link: unknown): string => {
  const { url, values } = (link ?? {}) as { url?: string; values?: DesignValues }
  return url || textOf(values ?? {}, 'href') || textOf(values ?? {}, 'email') || textOf(values ?? {}, 'phone')
}

/** A link with another address, everything else kept. */
export const withHref = (link: unknown, href: string): DesignValues => {
  const old = (typeof link === 'object' && link !== null ? link : {}) as DesignValues
  const { url: _url, ...rest } = old
  return {
    attrs: { href: '{{href}}', target: '{{target}}' },
    ...rest,
    name: 'web',
    values: { target: '_blank', ...groupOf(old, 'values'), href },
  }
}

/** The four sides of a padding: top, right, bottom, left. */
export const sidesOf = (padding: string): [number, number, number, number] => {
  const numbers = padding.split(/\s+/).map((part) => Number.parseFloat(part) || 0)
  const [top = 0, right = top, bottom = top, left = right] = numbers
  return [top, right, bottom, left]
}

/** A padding from its four sides, as short as it can be said. */
export const paddingOf = ([top, right, bottom, left]: readonly [number, number, number, number]): string => {
  if (left !== right) return `${top}px ${right}px ${bottom}px ${left}px`
  if (top !== bottom) return `${top}px ${right}px ${bottom}px`
  return top === right ? `${top}px` : `${top}px ${right}px`
}
