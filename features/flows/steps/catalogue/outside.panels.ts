import { lazy } from 'react'

/** The settings forms of the steps that speak with the outside, by operation key. */
export const OUTSIDE_PANELS = {
  '/webhook-received': lazy(() => import('../webhook-received/webhookReceived.panel.tsx')),
  '/in-app-message': lazy(() => import('../in-app-message/inAppMessage.panel.tsx')),
  '/webhook': lazy(() => import('../webhook/webhook.panel.tsx')),
}
