/** A step of a flow that is drawn in a test: its type and settings. */
export type DrawnStep = [operationKey: string, values?: Record<string, unknown>]
/** A link between drawn steps, by their names; `exit` where the source has exits. */
export type DrawnLink = [source: string, target: string, exit?: string]

/** A condition on a field of the person. */
export const fieldIs = (field: string, value: unknown) => ({
  type: 'group',
  operator: 'and',
  conditions: [{ type: 'field', field, condition: 'is', value }],
})
