/** A merge tag as Liquid, with what to show where the person has no value. */
export const asLiquid = (tag: string, fallback: string): string =>
  fallback.trim() ? `{{ ${tag} | default: '${fallback.trim().replaceAll("'", '’')}' }}` : `{{ ${tag} }}`
