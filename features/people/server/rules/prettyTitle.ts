/** A title from a field's name: `plan_type`, `planType` and `plan.type` become "Plan type". */
export const prettyTitle = (name: string): string => {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .trim()
    .split(/\s+/)
    .map((word, index) => (index === 0 || /^\p{Lu}+$/u.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words ? words[0]?.toUpperCase() + words.slice(1) : name
}
