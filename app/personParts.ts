import { personBroadcasts } from '@millrace/broadcasts/server'
import { personMail } from '@millrace/delivery/server'
import { personEvents } from '@millrace/events/server'
import { personFlows } from '@millrace/flows/server'
import { personImports } from '@millrace/imports/server'
import type { House } from '@millrace/kit/server'
import { personObjects } from '@millrace/objects/server'
import type { PersonPart } from '@millrace/people/server'
import { personPreferences } from '@millrace/preferences/server'
import { personSegments } from '@millrace/segments/server'

/** What the features keep of people. Flows come first: they lock runs before people, as the engine does. */
export const personPartsOf = (house: House): readonly PersonPart[] => [
  personFlows(house),
  personBroadcasts(house),
  personMail(house),
  personEvents(house),
  personSegments(house),
  personPreferences(house),
  personObjects(house),
  personImports(house),
]
