import { call } from '@millrace/kit/contract'
import { z } from 'zod'
import { WRITE } from './about.ts'

/** Calls about the editor of Unlayer that an installation may offer beside its own. */
export const vendorCalls = {
  getVendorEditor: call({
    method: 'GET',
    path: '/v1/emails/vendor-editor',
    auth: 'member',
    scopes: WRITE,
    /** The address of the page that shows it, on a host of its own; null where it is not configured. */
    returns: z.object({ frame: z.url().nullable() }),
    summary: "Say where Unlayer's editor is shown, if this installation offers it",
    fail: "We couldn't find out whether Unlayer's editor is offered here.",
    addition: true,
  }),
} as const
