import { type AbTest, VARIANTS, type Variant } from '../../contract/index.ts'

const sameWords = (variant: Variant): string => {
  if (variant.type === 'email') return `email ${variant.emailId}`
  const { subject, preheader, fromName, fromEmail } = variant
  return JSON.stringify([subject, preheader, fromName, fromEmail].map((text) => text.trim()))
}

/** What keeps a test from being sent; undefined where nothing does. */
export const problemOfTest = ({ enabled, variants, pickWinner, distribution }: AbTest): string | undefined => {
  if (!enabled) return undefined
  if (variants.length < VARIANTS.fewest || variants.length > VARIANTS.most)
    return `An A/B test has ${VARIANTS.fewest} to ${VARIANTS.most} variants.`
  const [first] = variants
  if (variants.some(({ type }) => type !== first?.type)) return 'The variants of an A/B test are all of one kind.'
  if (new Set(variants.map(({ variantId }) => variantId)).size < variants.length)
    return 'Two variants have the same identifier.'
  if (variants.some((variant, index) => index > 0 && variant.type === 'email' && variant.emailId === null))
    return 'Choose an email for each variant.'
  if (new Set(variants.map(sameWords)).size < variants.length) return 'Two variants are the same.'
  if (distribution.length && distribution.length !== variants.length) return 'Give each variant its share.'
  const sum = distribution.reduce((total, percent) => total + percent, 0)
  if (sum > 100.01) return 'The shares of the variants are more than 100 %.'
  if (!pickWinner && distribution.length && sum < 99.99) return 'Without a winner the shares make 100 % together.'
  if (distribution.some((percent) => percent <= 0)) return 'Each variant needs a share above 0 %.'
  return undefined
}
