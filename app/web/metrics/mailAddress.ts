import { MAIL_EVENTS } from '@millrace/delivery/contract'
import { addressShape, idsIn, METRICS_PARAMS, metricsDays, param } from '@millrace/kit/web'

/** What the screens of mail figures say in their addresses. */
export const MailAddress = addressShape({
  ...METRICS_PARAMS,
  /** Numbers of emails, by comma. */
  emailIds: param.text(),
  /** Numbers of broadcasts, by comma; `broadcastId` is one, as addresses of before name it. */
  broadcastIds: param.text(),
  broadcastId: param.text(),
  /** Numbers of steps, by comma. */
  stepIds: param.text(),
  /** The way of sending within an A/B test. */
  variantId: param.text(),
  /** Which figure the chart tells alone. */
  metricName: param.oneOf(['delivered', 'opened', 'clicked', 'bounced', 'unsubscribed']),
  /** What the hours of the week tell of, where it is not openings. */
  hoursOf: param.oneOf(['clicks']),
  /** Machines are counted too. */
  machines: param.oneOf(['true']),
  type: param.oneOf(MAIL_EVENTS, 'opened'),
})

/** What an address says of which mail it is about. */
export type SaidAbout = Partial<
  Record<'flowsIds' | 'emailIds' | 'broadcastIds' | 'broadcastId' | 'stepIds' | 'variantId', string | undefined>
>
type Said = Parameters<typeof metricsDays>[0] & SaidAbout

/** The broadcasts that an address is about. */
export const broadcastsIn = ({ broadcastIds, broadcastId }: SaidAbout): number[] => idsIn(broadcastIds ?? broadcastId)

/** The mail that an address is about, as calls take it. */
export const mailAsked = (said: Said) => {
  const [flowIds, emailIds, stepId] = [idsIn(said.flowsIds), idsIn(said.emailIds), idsIn(said.stepIds)]
  const [broadcastIds, [abTestVariantId]] = [broadcastsIn(said), idsIn(said.variantId)]
  return {
    ...metricsDays(said),
    ...(flowIds.length && { flowIds }),
    ...(emailIds.length && { emailIds }),
    ...(stepId.length && { stepId }),
    ...(broadcastIds.length && { broadcastIds }),
    ...(abTestVariantId && { abTestVariantId }),
  }
}

/** The parts of an address that say which mail it is about. */
export const aboutOf = ({ flowsIds, emailIds, broadcastIds, broadcastId, stepIds, variantId }: SaidAbout) => ({
  ...{ flowsIds, emailIds, broadcastIds, broadcastId, stepIds, variantId },
})
