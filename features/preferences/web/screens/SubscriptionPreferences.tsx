import { addressShape, ErrorPanel, param, Skeleton, useAddress, useCall, useMutate, useTitle } from '@millrace/kit/web'
import { preferencesContract as calls } from '../../contract/calls.ts'
import { PAGE_MODES } from '../../contract/preferences.ts'
import { type PageDeeds, PreferencesCard } from '../page/PreferencesCard.tsx'
import { useExample } from '../page/useExample.ts'
import c from '../parts/preferences.module.css'

const Address = addressShape({
  token: param.text(''),
  /** What the page asks first. */
  mode: param.oneOf(PAGE_MODES),
  /** Shows the page with an example person: nothing that is pressed is kept. */
  preview: param.oneOf(PAGE_MODES),
})

const useDeeds = (token: string): Omit<PageDeeds, 'show'> => {
  const again = { invalidates: [calls.getPreferences] }
  const save = useMutate(calls.savePreferences, { ...again, success: 'Preferences updated.' })
  const leave = useMutate(calls.unsubscribeFromAll, {
    ...again,
    success: 'You have been unsubscribed from all emails.',
  })
  const back = useMutate(calls.subscribeAgain, { ...again, success: 'Preferences updated.' })
  const query = { token }
  return {
    isBusy: save.isPending || leave.isPending || back.isPending,
    save: (body) => save.mutate({ query, body }),
    leaveAll: () => leave.mutate({ query }),
    comeBack: () => back.mutate({ query }),
  }
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
  const [{ token, mode, preview }, change] = useAddress(Address)
  const { data, error, refetch } = useCall(calls.getPreferences, { query: { token } }, { enabled: Boolean(token) })
  const deeds = useDeeds(token)
  const example = useExample(data)
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
  return (
    <main className={c.ground}>
      {preview && example.page ? (
        <PreferencesCard
          page={example.page}
          mode={preview}
          deeds={{ ...example.deeds, show: (next) => change({ preview: next }) }}
        />
      ) : (
        <PreferencesCard
          page={data}
          mode={mode ?? 'manage'}
          deeds={{ ...deeds, show: (next) => change({ mode: next }) }}
        />
      )}
    </main>
  )
}

export default SubscriptionPreferences
