import { accessContract } from '@millrace/access/contract'
import { accountsContract } from '@millrace/accounts/contract'
import { broadcastsContract } from '@millrace/broadcasts/contract'
import { deliveryContract } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { foldersContract } from '@millrace/folders/contract'
import { importsContract } from '@millrace/imports/contract'
import type { Contract } from '@millrace/kit/contract'
import { objectsContract } from '@millrace/objects/contract'
import { peopleContract } from '@millrace/people/contract'
import { preferencesContract } from '@millrace/preferences/contract'
import { segmentsContract } from '@millrace/segments/contract'

/** The whole API: every feature's calls in one object. */
export const contract = {
  ...accessContract,
  ...accountsContract,
  ...foldersContract,
  ...peopleContract,
  ...objectsContract,
  ...eventsContract,
  ...segmentsContract,
  ...importsContract,
  ...emailsContract,
  ...preferencesContract,
  ...deliveryContract,
  ...broadcastsContract,
  ...flowsContract,
} satisfies Contract
