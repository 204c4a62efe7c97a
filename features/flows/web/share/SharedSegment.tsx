import { ErrorPanel, Link, Skeleton, useCall, useTitle } from '@millrace/kit/web'
import { conditionText } from '@millrace/segments/contract'
import { type Conditions, flowsContract as calls, type Names } from '../../contract/index.ts'
import css from './share.module.css'
import { LINK_IS_OVER, sharedAddress } from './sharedAddress.ts'

type Props = { id: number; flowId: number | undefined; token: string }

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const Group = ({ group, names }: { group: Conditions; names: Names }) => (
  <ul className={css.conditions}>
    {group.conditions.flatMap((one, index) => {
      const joint = index > 0 && (
        <li key={`joint${index}`} className={css.joint}>
          {group.operator}
        </li>
      )
      const line =
        one.type === 'group' ? (
          <li key={index} className={css.inner}>
            <Group group={one} names={names} />
          </li>
        ) : (
          <li key={index}>{sentence(conditionText(one, { segment: (id) => names.segments?.[id] }))}</li>
        )
      return [joint, line]
    })}
  </ul>
)

/** A segment of a shared flow: whom it catches, in words. */
export const SharedSegment = ({ id, flowId, token }: Props) => {
  const asked = { params: { id: flowId ?? 0 }, query: { 'read-only-auth': token } }
  const { data, error } = useCall(calls.getFlowSegments, asked, { enabled: flowId !== undefined })
  const segment = data?.segments.find((one) => one.id === id)
  useTitle(segment?.name)
  if (error || flowId === undefined || (data && !segment)) {
    return <ErrorPanel title="This segment is not shared" error={{ message: LINK_IS_OVER }} />
  }
  const names: Names = { segments: Object.fromEntries((data?.segments ?? []).map((one) => [one.id, one.name])) }
  return (
    <div className={css.page}>
      <div className={css.segment}>
        <p>
          <Link to={sharedAddress(flowId, token)}>Back to the flow</Link>
        </p>
        {segment ? (
          <>
            <h2>
              <i className={css.dot} style={{ background: segment.color ?? 'var(--ink-3)' }} />
              {segment.name}
            </h2>
            {segment.conditions.conditions.length ? (
              <Group group={segment.conditions} names={names} />
            ) : (
              <p>Everybody who is not archived.</p>
            )}
          </>
        ) : (
          <Skeleton width="100%" height={180} />
        )}
      </div>
    </div>
  )
}
