import { addressShape, LinkPage, param, Skeleton, useAddress, useCall, useMutate } from '@millrace/kit/web'
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
  <div className={c.column}>
    <div className={c.card}>
      <Skeleton width={48} height={48} />
      <Skeleton width={220} height={16} />
      <Skeleton width={280} />
      <Skeleton width="100%" height={120} />
    </div>
  </div>
)

/** Where a person says what to get, from the link in a mail. Opening it changes nothing. */
const SubscriptionPreferences = () => {
  const [{ token, mode, preview }, change] = useAddress(Address)
  const { data, error, refetch } = useCall(calls.getPreferences, { query: { token } }, { enabled: Boolean(token) })
  const deeds = useDeeds(token)
  const example = useExample(data)
  const told = token ? error : { message: 'This link is not complete. Please use the link in your latest email.' }
  return (
    <LinkPage title="Email preferences" isBusy={!data && !told} error={told} onRetry={token ? refetch : undefined}>
      {!data && <Loading />}
      {data && preview && example.page && (
        <PreferencesCard
          page={example.page}
          mode={preview}
          deeds={{ ...example.deeds, show: (next) => change({ preview: next }) }}
        />
      )}
      {data && !(preview && example.page) && (
        <PreferencesCard
          page={data}
          mode={mode ?? 'manage'}
          deeds={{ ...deeds, show: (next) => change({ mode: next }) }}
        />
      )}
    </LinkPage>
  )
}

export default SubscriptionPreferences
