import { addressShape, METRICS_PARAMS, param } from '@millrace/kit/web'

/** What the screens of flow figures say in their addresses. */
export const MetricsAddress = addressShape({
  ...METRICS_PARAMS,
  type: param.oneOf(['entered', 'goal'], 'entered'),
})
