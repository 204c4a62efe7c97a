import { Badge, SegmentedControl } from '@mantine/core'
import { ago, ErrorPanel, exactly, Skeleton, useCall, useMay, useMutate } from '@millrace/kit/web'
import { preferencesContract } from '../../contract/calls.ts'
import type { PersonPreferences as Preferences } from '../../contract/personCalls.ts'
import type { Choice } from '../../contract/preferences.ts'
import css from './personPreferences.module.css'

const CHOICES: { value: Choice; label: string }[] = [
  { value: 'optIn', label: 'Yes' },
  { value: 'unspecified', label: 'Not said' },
  { value: 'optOut', label: 'No' },
]

const REASONS: Record<Preferences['suppressions'][number]['reason'], string> = {
  bounced: 'Mail to this address bounced',
  complained: 'Marked mail as spam',
  manual: 'On the suppression list',
  unsubscribed: 'Unsubscribed by address',
}

const Stops = ({ suppressions, isErasedAddress }: Preferences) => (
  <>
    {suppressions.map(({ reason, detail, at }) => (
      <p key={reason} className={css.stop} title={detail}>
        <Badge color="red">No mail</Badge> {REASONS[reason]},{' '}
        <time dateTime={at} title={exactly(at)}>
          {ago(at)}
        </time>
      </p>
    ))}
    {isErasedAddress && (
      <p className={css.stop}>
        <Badge color="red">No mail</Badge> Somebody with this address asked to be forgotten
      </p>
    )}
  </>
)

/** What a person wants to hear about, kind by kind, and why their address may not be written to. */
export default function PersonPreferences({ personId }: { personId: number }) {
  const mayWrite = useMay('people:write')
  const input = { params: { id: personId } }
  const { data, error, refetch } = useCall(preferencesContract.getPersonPreferences, input)
  const save = useMutate(preferencesContract.savePersonPreferences, {
    scope: `preferences of ${personId}`,
    success: 'Preferences updated.',
    invalidates: [preferencesContract.getPersonPreferences],
    optimistic: ({ body }, answers) =>
      answers.patch(
        preferencesContract.getPersonPreferences,
        (before) => ({ ...before, choices: { ...before.choices, ...body } }),
        input,
      ),
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="70%" />
  return (
    <div className={css.list}>
      <Stops {...data} />
      {data.categories.map(({ id, name, description }) => (
        <div key={id} className={css.row}>
          <span className={css.name} title={description}>
            {name}
          </span>
          <SegmentedControl
            size="xs"
            aria-label={name}
            data={CHOICES}
            value={data.choices[String(id)] ?? 'unspecified'}
            readOnly={!mayWrite}
            onChange={(choice) => save.mutate({ ...input, body: { [String(id)]: choice as Choice } })}
          />
        </div>
      ))}
    </div>
  )
}
