import { type AbTest, CONTROL_VARIANT_ID, VARIANTS, type Variant } from '../../contract/broadcast.ts'

/** What is tried: other words in the inbox, or other emails. */
export type Kind = Variant['type']

/** A variant with nothing in it yet. */
export const emptyVariant = (type: Kind, variantId: string): Variant =>
  type === 'email'
    ? { type, emailId: null, variantId }
    : { type, variantId, subject: '', preheader: '', fromName: '', fromEmail: '' }

const TRIED_FIRST = 10

/** Shares for so many variants: equal ones, of everybody or of a part that is tried on. */
export const sharesFor = (many: number, pickWinner: boolean): number[] => {
  if (pickWinner) return Array.from({ length: many }, () => TRIED_FIRST)
  const each = Math.floor(100 / many)
  return Array.from({ length: many }, (_, index) => (index === 0 ? 100 - each * (many - 1) : each))
}

/** A test as it begins: the email as it is, and a second subject. */
export const firstTest = (): AbTest => ({
  enabled: true,
  variants: [emptyVariant('emailDetails', CONTROL_VARIANT_ID), emptyVariant('emailDetails', crypto.randomUUID())],
  pickWinner: true,
  pickWinnerBy: 'open',
  waitBeforeWinnerPeriod: 4,
  waitBeforeWinnerPeriodType: 'hours',
  distribution: sharesFor(2, true),
  winner: null,
  winnerPickedAt: null,
})

/** The same test of the other kind: its variants begin anew. */
export const ofKind = (test: AbTest, type: Kind): AbTest => ({
  ...test,
  variants: test.variants.map(({ variantId }) => emptyVariant(type, variantId)),
})

/** With a variant more; undefined where there are as many as there may be. */
export const withVariant = (test: AbTest): AbTest | undefined => {
  if (test.variants.length >= VARIANTS.most) return undefined
  const type = test.variants[0]?.type ?? 'emailDetails'
  const variants = [...test.variants, emptyVariant(type, crypto.randomUUID())]
  return { ...test, variants, distribution: sharesFor(variants.length, test.pickWinner) }
}

/** Without one of its variants; the control stays. */
export const withoutVariant = (test: AbTest, index: number): AbTest => {
  const variants = test.variants.filter((_variant, at) => at !== index)
  return { ...test, variants, distribution: sharesFor(variants.length, test.pickWinner) }
}

/** With one of its variants changed. */
export const withChanged = (test: AbTest, index: number, variant: Variant): AbTest => ({
  ...test,
  variants: test.variants.map((one, at) => (at === index ? variant : one)),
})

/** Percent that wait for the winner. */
export const restOf = ({ distribution, pickWinner }: AbTest): number =>
  pickWinner ? Math.max(0, 100 - distribution.reduce((sum, percent) => sum + percent, 0)) : 0
