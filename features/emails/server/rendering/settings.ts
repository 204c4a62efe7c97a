import type { DesignValues } from '../../contract/design.ts'

const isPlain = (value: unknown): value is DesignValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Settings with those that are missing. */
export const filled = (defaults: unknown, values: unknown): unknown => {
  if (!isPlain(defaults) || !isPlain(values)) return values === undefined ? structuredClone(defaults) : values
  const all: DesignValues = { ...values }
  for (const [key, fallback] of Object.entries(defaults)) all[key] = filled(fallback, values[key])
  return all
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

// The button's exporter unescapes its text once; without this a label of "&lt;" would become markup.
/** Settings as the exporter of their block wants them. */
export const guarded = (type: string, values: DesignValues): DesignValues =>
  type === 'button' && typeof values.text === 'string'
    ? { ...values, text: values.text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign) }
    : values

const DEVICES = { hideMobile: 'mobile', hideDesktop: 'desktop' } as const

/** Settings of older designs, which say at the top what newer ones say for a device. */
export const modern = (values: DesignValues): DesignValues => {
  const override = { ...(values._override as Record<string, DesignValues> | undefined) }
  for (const [key, device] of Object.entries(DEVICES))
    if (values[key] === true && override[device]?.[key] === undefined)
      override[device] = { ...override[device], [key]: true }
  return Object.keys(override).length ? { ...values, _override: override } : values
}
