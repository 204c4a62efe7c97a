import { Context, type Liquid, type Template as LiquidTemplate, Output } from 'liquidjs'
import { htmlLiquid, shown, textLiquid } from '../liquid/engine.ts'
import { escapeHtml } from '../liquid/escape.ts'
import { type FastRead, fastRead, LEFT_TO_LIQUID } from './readFast.ts'
import type { MailScope, Splice } from './template.ts'

type Dynamic = { fast?: FastRead | undefined; slow: LiquidTemplate }
type Part = string | Dynamic

// Names that a text sets itself are Liquid's business from then on.
const setsNames = (source: string) => /\{%-?\s*(?:assign|capture|increment|decrement|liquid)\b/.test(source)

const partsOf = (source: string, liquid: Liquid): Part[] => {
  const mayReadFast = !setsNames(source)
  const parts: Part[] = []
  for (const template of liquid.parse(source)) {
    if (template.constructor.name !== 'HTML') {
      const fast = mayReadFast && template instanceof Output ? fastRead(template.token.getText()) : undefined
      parts.push({ fast, slow: template })
      continue
    }
    const text = String(liquid.renderSync([template], {}))
    const last = parts.length - 1
    if (typeof parts[last] === 'string') parts[last] += text
    else if (text) parts.push(text)
  }
  return parts
}

/** Splits a text into what never changes and what does; simple outputs are read without Liquid, the rest by it. */
export const spliceOf = (source: string, forHtml: boolean): Splice => {
  const liquid = forHtml ? htmlLiquid : textLiquid
  const parts = partsOf(source, liquid)
  const [only] = parts
  if (parts.length <= 1 && (only === undefined || typeof only === 'string')) return { render: () => only ?? '' }
  const fill = ({ fast, slow }: Dynamic, scope: MailScope, context: () => Context): string => {
    const value = fast ? fast.read(scope) : LEFT_TO_LIQUID
    if (value === LEFT_TO_LIQUID) return String(liquid.renderSync([slow], context()))
    return forHtml && !fast?.isRaw ? escapeHtml(shown(value)) : shown(value)
  }
  return {
    render: (scope) => {
      let made: Context | undefined
      const context = () => {
        made ??= new Context(scope.liquid(), liquid.options, { sync: true })
        return made
      }
      let text = ''
      for (const part of parts) text += typeof part === 'string' ? part : fill(part, scope, context)
      return text
    },
  }
}
