import { lazyScreen } from '@millrace/kit/web'

/** Accounts whose emails wait for a look, at /admin/moderation. */
export const ModerationList = lazyScreen(() => import('./moderation/ModerationList.tsx'))
/** An account's emails to approve or refuse; a part of /admin/{accountId}. */
export const ModeratedEmails = lazyScreen<{ accountId: number }>(() => import('./moderation/ModeratedEmails.tsx'))
