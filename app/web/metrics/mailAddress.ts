import { MAIL_EVENTS } from '@millrace/delivery/contract'
import { addressShape, idsIn, METRICS_PARAMS, metricsDays, param } from '@millrace/kit/web'

/** What the screens of mail figures say in their addresses. */
export const MailAddress = addressShape({
  ...METRICS_PARAMS,
  /** Numbers of emails, by comma. */
  emailIds: param.text(),
  broadcastId: param.text(),
  /** Which figure the chart tells alone. */
  metricName: param.oneOf(['delivered', 'opened', 'clicked', 'bounced', 'unsubscribed']),
  /** What the hours of the week tell of, where it is not openings. */
  hoursOf: param.oneOf(['clicks']),
  /** Machines are counted too. */
  machines: param.oneOf(['true']),
  type: param.oneOf(MAIL_EVENTS, 'opened'),
})

type Said = Parameters<typeof metricsDays>[0] & {
  flowsIds?: string | undefined
  emailIds?: string | undefined
  broadcastId?: string | undefined
}

/** The mail that an address is about, as calls take it. */
export const mailAsked = (said: Said) => {
  const [flowIds, emailIds, [broadcastId]] = [idsIn(said.flowsIds), idsIn(said.emailIds), idsIn(said.broadcastId)]
  return {
    ...metricsDays(said),
    ...(flowIds.length && { flowIds }),
    ...(emailIds.length && { emailIds }),
    ...(broadcastId && { broadcastId }),
  }
}

/** The parts of an address that say which mail it is about. */
export const aboutOf = ({ flowsIds, emailIds, broadcastId }: Said) => ({ flowsIds, emailIds, broadcastId })
