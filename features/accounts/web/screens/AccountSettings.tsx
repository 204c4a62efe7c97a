import { Autocomplete, type ComboboxData, Select } from '@mantine/core'
import { Card } from '@millrace/access/web'
import type { Result } from '@millrace/kit/contract'
import {
  ErrorPanel,
  FormRow,
  NarrowPage,
  PageHead,
  PageSkeleton,
  PermissionBanner,
  told,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { useMemo, useState } from 'react'
import { accountCalls } from '../../contract/index.ts'
import { SavedField } from '../parts/SavedField.tsx'
import { SHOWN } from '../parts/shown.ts'

type Account = Result<typeof accountCalls.accountInfo>
type FieldProps = { account: Account; isReadOnly: boolean }

const INDUSTRIES = [
  'Software',
  'E-commerce',
  'Agency',
  'Education',
  'Finance',
  'Health',
  'Media',
  'Non-profit',
  'Professional services',
  'Travel',
]

const hereIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', weekday: 'short' }).format(
    new Date(),
  )

type ChoiceProps = FieldProps & {
  part: 'timezone' | 'currency'
  label: string
  help: string
  choices: ComboboxData
  none: string
}

/** A setting that is one of many; it saves itself when another is chosen. */
const ChoiceField = ({ account, isReadOnly, part, label, help, choices, none }: ChoiceProps) => {
  const save = useMutate(accountCalls.updateAccount, {
    invalidates: SHOWN,
    success: `${label} saved.`,
    onError: () => told.error(`Couldn't save your ${part}.`),
  })
  const kept = account[part]
  return (
    <FormRow label={label} help={help}>
      {(id) => (
        <Select
          id={id}
          searchable
          allowDeselect={false}
          limit={100}
          nothingFoundMessage={none}
          data={choices}
          value={save.isPending ? (save.variables?.body?.[part] ?? kept) : kept}
          readOnly={isReadOnly}
          onChange={(next) => next && next !== kept && save.mutate({ body: { [part]: next } })}
        />
      )}
    </FormRow>
  )
}

const TimezoneField = (props: FieldProps) => {
  const { timezone } = props.account
  const zones = useMemo(() => [...new Set(['UTC', timezone, ...Intl.supportedValuesOf('timeZone')])], [timezone])
  return (
    <ChoiceField
      {...props}
      part="timezone"
      label="Timezone"
      help={`It is ${hereIn(timezone)} there.`}
      choices={zones}
      none="No such time zone"
    />
  )
}

const CURRENCIES = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  label: `${value} – ${new Intl.DisplayNames('en', { type: 'currency' }).of(value)}`,
}))

const CurrencyField = (props: FieldProps) => (
  <ChoiceField
    {...props}
    part="currency"
    label="Currency"
    help="Of fields of money that have none of their own. Values stay as they are."
    choices={CURRENCIES}
    none="No such currency"
  />
)

const IndustryField = ({ account, isReadOnly }: FieldProps) => {
  const [industry, setIndustry] = useState(account.industry)
  const save = useMutate(accountCalls.updateAccount, {
    invalidates: SHOWN,
    success: 'Industry saved.',
    onError: () => told.error("Couldn't save your industry."),
  })
  const keep = (text: string) => {
    if (text.trim() === '') setIndustry(account.industry)
    else if (text.trim() !== account.industry) save.mutate({ body: { industry: text } })
  }
  return (
    <FormRow label="Industry">
      {(id) => (
        <Autocomplete
          id={id}
          data={INDUSTRIES}
          maxLength={200}
          value={industry}
          readOnly={isReadOnly}
          onChange={setIndustry}
          onOptionSubmit={keep}
          onBlur={() => keep(industry)}
        />
      )}
    </FormRow>
  )
}

const Fields = ({ account, isReadOnly }: FieldProps) => {
  const common = { isReadOnly }
  return (
    <>
      <Card title="Your business">
        <SavedField {...common} part="name" label="Name" word="name" value={account.name} autoComplete="organization" />
        <SavedField {...common} part="site" label="Site" word="site" value={account.site} placeholder="https://" />
        <IndustryField account={account} isReadOnly={isReadOnly} />
        <SavedField
          {...common}
          part="phone"
          label="Phone"
          word="phone"
          value={account.phone}
          autoComplete="tel"
          maxLength={40}
        />
        <CurrencyField account={account} isReadOnly={isReadOnly} />
      </Card>
      <Card title="Sending">
        <TimezoneField account={account} isReadOnly={isReadOnly} />
        <SavedField
          {...common}
          part="mailingAddress"
          label="Mailing address"
          word="mailing address"
          help="Stands at the foot of your emails; the law asks for it in many countries."
          value={account.mailingAddress}
          isLong
          maxLength={500}
        />
      </Card>
    </>
  )
}

/** Name, site, industry, phone, time zone and mailing address; each saves itself when it is left. */
const AccountSettings = () => {
  const { data: account, error, refetch } = useCall(accountCalls.accountInfo)
  const mayChange = useMay('account:write')
  return (
    <NarrowPage>
      <PageHead title="Your account" sub="Each field saves itself when you leave it." />
      {!mayChange && <PermissionBanner scope="account:write" />}
      {error && <ErrorPanel error={error} onRetry={refetch} title="Error while loading your account." />}
      {!account && !error && <PageSkeleton />}
      {account && <Fields account={account} isReadOnly={!mayChange} />}
    </NarrowPage>
  )
}

export default AccountSettings
