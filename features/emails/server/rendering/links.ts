/** A link as designs hold it; exporters want its `url` and `target` worked out. */
type DesignLink = {
  name: string
  attrs?: Record<string, string>
  values: Record<string, unknown>
  url?: string
  target?: string
}

const ADDRESS: Record<string, string> = {
  web: '{{href}}',
  email: 'mailto:{{email}}',
  phone: 'tel:{{phone}}',
  sms: 'sms:{{phone}}',
}

const isLink = (value: unknown): value is DesignLink => {
  const link = value as DesignLink | null
  return typeof link?.name === 'string' && typeof link.values === 'object' && link.values !== null
}

const mailQuery = (values: Record<string, unknown>) => {
  const query = ['subject', 'body']
    .filter((key) => values[key])
    .map((key) => `${key}=${encodeURIComponent(String(values[key]))}`)
  return query.length ? `?${query.join('&')}` : ''
}

// The pattern's places are filled from the link's values; Liquid inside those values is left alone.
const fill = (pattern: string, values: Record<string, unknown>) =>
  pattern.replace(/\{\{\s*(\w+)\s*\}\}/g, (_place, key: string) => String(values[key] ?? ''))

const addressOf = ({ name, attrs, values, url }: DesignLink) => {
  if (url) return url
  if (!Object.values(values).some((value) => value && value !== '_blank' && value !== '_self')) return ''
  if (name === 'email' && !attrs?.href) return fill(ADDRESS.email ?? '', values) + mailQuery(values)
  return fill(attrs?.href ?? ADDRESS[name] ?? '{{href}}', values)
}

/** A copy of a block's values in which every link also says its `url` and `target`. */
export const withAddresses = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withAddresses)
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) copy[key] = withAddresses(inner)
  if (!isLink(value)) return copy
  return { ...copy, url: addressOf(value), target: value.target ?? value.values.target ?? '_blank' }
}
