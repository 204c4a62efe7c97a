import { Select } from '@mantine/core'

const names = new Intl.DisplayNames('en', { type: 'currency' })
const CURRENCIES = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  label: `${value} – ${names.of(value)}`,
}))

type Props = { value: string | null; onChange: (currency: string | null) => void }

/** Chooses the currency of a field of money; with none it follows the account's. */
export const CurrencyInput = ({ value, onChange }: Props) => (
  <Select
    label="Currency"
    description="How amounts are shown; they are not converted."
    placeholder="The account’s"
    data={CURRENCIES}
    value={value}
    onChange={onChange}
    searchable
    clearable
    limit={100}
    nothingFoundMessage="No such currency"
  />
)
