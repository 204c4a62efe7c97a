import type { PersonField } from '../../contract/index.ts'

const formats = new Map<string, Intl.NumberFormat>()

const formatIn = (currency: string) => {
  const known = formats.get(currency)
  if (known) return known
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}

type Money = Pick<PersonField, 'displayType' | 'currency'>

/** Whether a field holds money, whole or in cents. */
export const isMoney = ({ displayType }: Money): boolean =>
  displayType === 'currency' || displayType === 'currencyCents'

/** How many parts of what is kept make one of the currency. */
export const partsOf = ({ displayType }: Money): number => (displayType === 'currencyCents' ? 100 : 1)

/** An amount in the currency of its field. */
export const formatMoney = (field: Money, value: number): string =>
  formatIn(field.currency ?? 'USD').format(value / partsOf(field))

/** What stands before an amount that is typed: the currency's sign, or its three letters. */
export const signOf = ({ currency }: Money): string => {
  const sign = formatIn(currency ?? 'USD')
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value
  return sign && sign.length > 2 ? `${sign} ` : (sign ?? '')
}
