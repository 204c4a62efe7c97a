import { type Context, type Liquid, type Template as LiquidTemplate, Output } from 'liquidjs'
import { htmlLiquid, patiently, shown, TEXT_MS, textLiquid } from '../liquid/engine.ts'
import { escapeHtml } from '../liquid/escape.ts'
import { limitedContext, type TextLimits } from '../liquid/limitedLiquid.ts'
import { type FastRead, fastRead, LEFT_TO_LIQUID } from './readFast.ts'
import type { Filled, MailScope, Splice } from './template.ts'

type Dynamic = { fast?: FastRead | undefined; slow: LiquidTemplate }

// Names that a text sets itself are Liquid's business from then on.
const setsNames = (source: string) => /\{%-?\s*(?:assign|capture|increment|decrement|liquid)\b/.test(source)

/** What never changes and what does, in turn; there is one piece more than there are places to fill. */
const partsOf = (source: string, liquid: Liquid) => {
  const mayReadFast = !setsNames(source)
  const pieces = ['']
  const places: Dynamic[] = []
  for (const template of liquid.parse(source)) {
    if (template.constructor.name === 'HTML') {
      pieces[places.length] += String(liquid.renderSync([template], {}))
      continue
    }
    const fast = mayReadFast && template instanceof Output ? fastRead(template.token.getText()) : undefined
    places.push({ fast, slow: template })
    pieces.push('')
  }
  return { pieces, places }
}

/** A text put together. */
export const joined = ({ pieces, values }: Filled): string => {
  let text = pieces[0] ?? ''
  for (let index = 0; index < values.length; index++) text += `${values[index]}${pieces[index + 1]}`
  return text
}

/**
 * Splits a text into what never changes and what does; simple outputs are read without Liquid, the rest by it, within its
 * limits.
 */
export const spliceOf = (source: string, forHtml: boolean, limits: TextLimits = { ms: TEXT_MS }): Splice => {
  const liquid = forHtml ? htmlLiquid : textLiquid
  const { pieces, places } = partsOf(source, liquid)
  const read = ({ fast, slow }: Dynamic, scope: MailScope, context: () => Context): string => {
    const value = fast ? fast.read(scope) : LEFT_TO_LIQUID
    if (value === LEFT_TO_LIQUID) return String(liquid.renderSync([slow], context()))
    return forHtml && !fast?.isRaw ? escapeHtml(shown(value)) : shown(value)
  }
  const fillOnce = (scope: MailScope): Filled => {
    let made: Context | undefined
    const context = () => {
      made ??= limitedContext(liquid, scope.liquid(), scope.limits?.() ?? limits)
      return made
    }
    return { pieces, values: places.map((place) => read(place, scope, context)) }
  }
  const fill = (scope: MailScope) => (scope.limits ? fillOnce(scope) : patiently(() => fillOnce(scope)))
  return { source, pieces, fill, render: (scope) => joined(fill(scope)) }
}
