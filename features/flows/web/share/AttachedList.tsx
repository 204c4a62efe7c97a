import { Skeleton, useCall } from '@millrace/kit/web'
import { IconFilter, IconMail, IconTag, IconTextPlus } from '@tabler/icons-react'
import { flowsContract as calls } from '../../contract/index.ts'
import css from './share.module.css'

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

type Props = { flowId: number; token?: string | undefined }

/** Mails, segments, fields and tags that a flow uses. */
export const AttachedList = ({ flowId, token }: Props) => {
  const query = token ? { 'read-only-auth': token } : {}
  const { data, error } = useCall(calls.getFlowAttached, { params: { id: flowId }, query })
  if (error) {
    return (
      <p className={css.wrong} role="alert">
        Couldn't retrieve resources attached to this flow.
      </p>
    )
  }
  if (!data) return <Skeleton width="100%" height={60} />
  const lines = [
    { icon: <IconMail {...ICON} />, names: data.emails.map(({ name }) => name) },
    { icon: <IconFilter {...ICON} />, names: data.segments.map(({ name }) => name) },
    { icon: <IconTextPlus {...ICON} />, names: data.fields.map(({ title }) => title) },
    { icon: <IconTag {...ICON} />, names: data.tags },
  ].filter(({ names }) => names.length > 0)
  if (!lines.length) return null
  return (
    <ul className={css.attached} aria-label="What comes along">
      {lines.map(({ icon, names }) => (
        <li key={names.join()}>
          {icon}
          <span>{names.join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}
