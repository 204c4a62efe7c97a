/** A font as Unlayer keeps it. */
export type Font = { label: string; value: string }

const STACKS = [
  ['Default stack', ''],
  ['Roboto', "'Roboto',sans-serif"],
  ['Roboto Mono', "'Roboto Mono',monospace"],
  ['Roboto Slab', "'Roboto Slab',serif"],
  ['Open Sans', "'Open Sans',sans-serif"],
  ['Arial', 'arial,helvetica,sans-serif'],
  ['Verdana', 'verdana,geneva,sans-serif'],
  ['Tahoma', 'tahoma,arial,helvetica,sans-serif'],
  ['Trebuchet MS', 'trebuchet ms,geneva'],
  ['Times New Roman', 'times new roman,times'],
  ['Georgia', 'georgia,palatino'],
  ['Garamond', 'garamond,georgia,serif'],
  ['Courier New', 'courier new,courier'],
  ['Brush Script MT', 'brush script mt,cursive'],
] as const

/** What stands for no font of its own: the whole mail's. */
export const DEFAULT_STACK = 'Default stack'

const stackOf = (name: string): string => {
  const known = STACKS.find(([one]) => one === name)
  if (known) return known[1]
  // A font of the account's own: a whole stack as it is, a bare name with what stands in for it.
  return name.includes(',') ? name : `'${name.replace(/['"\\;{}<>]/g, '')}',arial,helvetica,sans-serif`
}

/** Fonts by the names that an account keeps; the default is first. */
export const fontsOf = (names: readonly string[] | undefined): Font[] =>
  [...new Set([DEFAULT_STACK, ...(names ?? STACKS.map(([name]) => name))])].map((name) => ({
    label:
      name
        .split(',')[0]
        ?.trim()
        .replace(/^['"]|['"]$/g, '') || name,
    value: stackOf(name),
  }))
