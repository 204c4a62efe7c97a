import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'

const Variant = z.object({
  /** Stays the same when the variant is renamed, so that people keep theirs. */
  key: z.string().min(1).max(60).optional(),
  name: z.string().trim().min(1, 'Name the variant.').max(60, 'Use at most 60 characters.'),
  weight: z.coerce
    .number<number>('Use a whole number.')
    .int('Use a whole number.')
    .min(0, 'Use 0 or more.')
    .max(1000, 'Use 1000 at the most.'),
})
/** One variant of an A/B test. */
export type Variant = z.output<typeof Variant>

const isUnique = (texts: readonly string[]) => new Set(texts).size === texts.length

const Values = z.object({
  variants: z
    .array(Variant, 'Add at least two variants.')
    .min(2, 'Add at least two variants.')
    .max(20, 'Use 20 variants at the most.')
    .refine((all) => isUnique(all.map(({ name }) => name.toLowerCase())), 'Give each variant a name of its own.')
    .refine((all) => isUnique(all.map(keyOfVariant)), 'Give each variant a name of its own.')
    .refine((all) => all.some(({ weight }) => weight > 0), 'Give at least one variant a weight above 0.'),
})
/** Settings of an A/B test. */
export type AbTestValues = z.output<typeof Values>

/** What people keep of a variant. */
export function keyOfVariant({ key, name }: Variant): string {
  return key ?? name
}

const variantsIn = (values: unknown): Partial<Variant>[] => {
  const { variants } = (values ?? {}) as { variants?: unknown }
  return Array.isArray(variants) ? variants.filter((one) => one && typeof one === 'object') : []
}

const nameOf = ({ name }: Partial<Variant>) => String(name ?? '').trim()

/** Each variant's share in percent, rounded. */
export const sharesOf = (variants: readonly Partial<Variant>[]): number[] => {
  const weights = variants.map(({ weight }) => Math.max(0, Number(weight) || 0))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight) => (sum ? Math.round((weight / sum) * 100) : 0))
}

/** Sends people different ways by chance; the same person always goes the same way. */
export const abTestStep = stepType<AbTestValues>({
  operationKey: '/ab-test',
  type: 'action',
  kind: 'filter',
  group: 'Flow',
  label: 'A/B test',
  description: 'Splits by chance; each keeps the way it once got.',
  icon: 'arrows-split',
  subjects: 'any',
  values: Values,
  startWith: {
    variants: [
      { key: 'a', name: 'A', weight: 50 },
      { key: 'b', name: 'B', weight: 50 },
    ],
  },
  exits: (values) => [...new Set(variantsIn(values).map(nameOf).filter(Boolean))],
  renamed: (before, after) => {
    const now = new Map(variantsIn(after).flatMap((one) => (one.key ? [[one.key, nameOf(one)] as const] : [])))
    return new Map(
      variantsIn(before).flatMap((one) => {
        const name = one.key && now.get(one.key)
        return name && name !== nameOf(one) ? [[nameOf(one), name] as const] : []
      }),
    )
  },
  summary: (values) => {
    const variants = variantsIn(values)
    const shares = sharesOf(variants)
    const text = variants.map((one, index) => `${nameOf(one) || '?'} ${shares[index]} %`).join(', ')
    return { title: 'A/B test', text: text || 'Add variants' }
  },
})
