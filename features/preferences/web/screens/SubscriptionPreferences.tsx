import { Button, Switch } from '@mantine/core'
import { addressShape, ErrorPanel, param, Skeleton, useAddress, useCall, useMutate, useTitle } from '@millrace/kit/web'
import { IconMailCheck, IconMailOff } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { preferencesContract as calls } from '../../contract/calls.ts'
import { type Choice, PREFERENCE_TEXTS, type PreferencesPage, type PreferenceText } from '../../contract/preferences.ts'
import c from '../parts/preferences.module.css'

const Address = addressShape({
  token: param.text(''),
  preview: param.oneOf(['manage', 'all', 'category']),
})

const textOf = (page: PreferencesPage, name: PreferenceText) => page.snippets[name]?.trim() || PREFERENCE_TEXTS[name]

const Sender = ({ page }: { page: PreferencesPage }) => {
  const inside = page.accountLogo ? (
    <img src={page.accountLogo} alt={page.accountName} className={c.logo} />
  ) : (
    <>
      <span className={c.initial} aria-hidden="true">
        {(page.accountName || '?').slice(0, 1).toUpperCase()}
      </span>
      {page.accountName}
    </>
  )
  return /^https?:\/\//.test(page.accountSite) ? (
    <a className={c.sender} href={page.accountSite} rel="noreferrer">
      {inside}
    </a>
  ) : (
    <div className={c.sender}>{inside}</div>
  )
}

const Frame = ({ page, children }: { page: PreferencesPage; children: ReactNode }) => (
  <main className={c.ground}>
    <div className={c.column}>
      <Sender page={page} />
      <div className={c.card}>{children}</div>
      {!page.removePoweredBy && <p className={c.powered}>Sent with Millrace</p>}
    </div>
  </main>
)

type StateProps = { page: PreferencesPage; token: string; isPreview: boolean }

const Unsubscribed = ({ page, token, isPreview }: StateProps) => {
  const again = useMutate(calls.subscribeAgain, {
    invalidates: [calls.getPreferences],
    success: 'Preferences updated.',
  })
  return (
    <Frame page={page}>
      <span className={c.icon} data-tone="off">
        <IconMailOff size={24} stroke={1.6} aria-hidden />
      </span>
      <h1>{textOf(page, 'unsubscribedTitle')}</h1>
      <p>{textOf(page, 'unsubscribedIntro')}</p>
      <p className={c.email}>{page.email}</p>
      <Button
        variant="default"
        fullWidth
        size="md"
        loading={again.isPending}
        disabled={isPreview}
        onClick={() => again.mutate({ query: { token } })}
      >
        {textOf(page, 'resubscribe')}
      </Button>
    </Frame>
  )
}

const startChoices = (page: PreferencesPage): Record<string, boolean> =>
  Object.fromEntries(page.categories.map(({ id }) => [id, page.categoriesForPerson[id] !== 'optOut']))

const Categories = ({ page, token, isPreview }: StateProps) => {
  const [choices, setChoices] = useState(() => startChoices(page))
  const save = useMutate(calls.savePreferences, {
    invalidates: [calls.getPreferences],
    success: 'Preferences updated.',
  })
  const marketing = page.categories.filter((category) => category.type === 'marketing')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body: Record<string, Choice> = {}
    for (const { id } of marketing) body[id] = choices[id] ? 'optIn' : 'optOut'
    save.mutate({ query: { token }, body })
  }
  return (
    <form onSubmit={submit} className={c.form}>
      <ul className={c.categories}>
        {marketing.map(({ id, name, description }) => (
          <li key={id} data-here={id === page.categoryId || undefined}>
            <Switch
              label={name}
              description={description}
              labelPosition="left"
              size="md"
              classNames={{ root: c.switch, body: c.switchBody, labelWrapper: c.switchLabel }}
              checked={choices[id] ?? true}
              onChange={(event) => {
                const { checked } = event.currentTarget
                setChoices((all) => ({ ...all, [id]: checked }))
              }}
            />
          </li>
        ))}
      </ul>
      <Button type="submit" fullWidth size="md" loading={save.isPending} disabled={isPreview}>
        {textOf(page, 'save')}
      </Button>
    </form>
  )
}

const Subscribed = (props: StateProps) => {
  const { page, token, isPreview } = props
  const leave = useMutate(calls.unsubscribeFromAll, {
    invalidates: [calls.getPreferences],
    success: 'You have been unsubscribed from all emails.',
  })
  return (
    <Frame page={page}>
      <span className={c.icon}>
        <IconMailCheck size={24} stroke={1.6} aria-hidden />
      </span>
      <h1>{textOf(page, 'title')}</h1>
      <p>{textOf(page, 'intro')}</p>
      <p className={c.email}>{page.email}</p>
      <Categories {...props} />
      <button
        type="button"
        className={c.leave}
        disabled={isPreview || leave.isPending}
        onClick={() => leave.mutate({ query: { token } })}
      >
        {textOf(page, 'unsubscribeAll')}
      </button>
    </Frame>
  )
}

const Loading = () => (
  <main className={c.ground} aria-busy="true">
    <div className={c.column}>
      <div className={c.card}>
        <Skeleton width={48} height={48} />
        <Skeleton width={220} height={16} />
        <Skeleton width={280} />
        <Skeleton width="100%" height={120} />
      </div>
    </div>
  </main>
)

/** Where a person says what to get, from the link in a mail. Opening it changes nothing. */
const SubscriptionPreferences = () => {
  useTitle('Email preferences')
  const [{ token, preview }] = useAddress(Address)
  const { data, error, refetch } = useCall(calls.getPreferences, { query: { token } }, { enabled: Boolean(token) })
  if (!token || error) {
    const told = error ?? { message: 'This link is not complete. Please use the link in your latest email.' }
    return (
      <main className={c.ground}>
        <h1 className="visually-hidden">Email preferences</h1>
        <ErrorPanel title="This link does not work" error={told} {...(error && { onRetry: refetch })} />
      </main>
    )
  }
  if (!data) return <Loading />
  const props = { page: data, token, isPreview: preview !== undefined }
  return preview === 'all' || (data.personUnsubscribed && !preview) ? (
    <Unsubscribed {...props} />
  ) : (
    <Subscribed key={JSON.stringify(data.categoriesForPerson)} {...props} />
  )
}

export default SubscriptionPreferences
