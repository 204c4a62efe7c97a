/** A property of a JSON schema, as far as a form needs it. */
export type Property = {
  type?: string
  title?: string
  description?: string
  maxLength?: number
  enum?: unknown[]
  oneOf?: { const?: unknown; title?: string }[]
  /** Marks a field whose choices the service knows. */
  dynamic?: { operation?: string }
}

/** The properties of a schema, in their order. */
export const propertiesOf = (schema: Record<string, unknown>): Record<string, Property> =>
  (schema.properties as Record<string, Property> | undefined) ?? {}

/** What a field is called: its title, or its name in words. */
export const labelOf = (name: string, { title }: Property): string => {
  if (title) return title
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .toLowerCase()
  return words.replace(/^./, (letter) => letter.toUpperCase())
}

/** What a field can be, where it is one of a few; undefined where it is free. */
export const choicesOf = ({ enum: values, oneOf }: Property): { value: string; label: string }[] | undefined => {
  const choices = oneOf?.every((one) => one.const !== undefined)
    ? oneOf.map((one) => ({ value: String(one.const), label: one.title ?? String(one.const) }))
    : values?.map((value) => ({ value: String(value), label: String(value) }))
  return choices
}

/** The operation that a dynamic field asks; without its name it cannot be asked. */
export const operationOf = ({ dynamic }: Property): string => {
  if (!dynamic) throw new Error('This field is not dynamic.')
  if (!dynamic.operation) throw new Error('Missing operation')
  return dynamic.operation
}
