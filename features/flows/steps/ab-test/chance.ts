import { keyOfVariant, type Variant } from './abTest.step.ts'

/** A number from 0 to less than 1 that is always the same for a text, and as good as drawn for different ones. */
export const chanceOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** The key of the variant that falls to a chance, by weight. */
export const variantAt = (variants: readonly Variant[], chance: number): string => {
  const sum = variants.reduce((all, { weight }) => all + weight, 0)
  let left = chance * sum
  for (const variant of variants) {
    if (left < variant.weight) return keyOfVariant(variant)
    left -= variant.weight
  }
  return keyOfVariant(variants.findLast(({ weight }) => weight > 0) as Variant)
}
