import { lazy } from 'react'

/** The settings forms of the steps that decide or change something, by operation key; each is loaded when it is opened. */
export const DECIDING_PANELS = {
  '/field-changed': lazy(() => import('../field-changed/fieldChanged.panel.tsx')),
  '/object-created': lazy(() => import('../object-created/objectCreated.panel.tsx')),
  '/email-trigger-v2': lazy(() => import('../email-trigger/emailTrigger.panel.tsx')),
  '/email-trigger': lazy(() => import('../email-trigger/emailTrigger.panel.tsx')),
  '/email-activity': lazy(() => import('../email-activity/emailActivity.panel.tsx')),
  '/page-visited': lazy(() => import('../page-visited/pageVisited.panel.tsx')),
  '/form-submitted': lazy(() => import('../form-submitted/formSubmitted.panel.tsx')),
  '/tracked-form-submitted': lazy(() => import('../form-submitted/trackedForm.panel.tsx')),
  '/external-form-submitted': lazy(() => import('../form-submitted/externalForm.panel.tsx')),
  '/wait-for': lazy(() => import('../wait-for/waitFor.panel.tsx')),
  '/change-numeric-field': lazy(() => import('../change-numeric-field/changeNumericField.panel.tsx')),
  '/lead-score': lazy(() => import('../lead-score/leadScore.panel.tsx')),
  '/archive-person': lazy(() => import('../archive-person/archivePerson.panel.tsx')),
  '/ab-test': lazy(() => import('../ab-test/abTest.panel.tsx')),
  '/email-notification': lazy(() => import('../email-notification/emailNotification.panel.tsx')),
}
