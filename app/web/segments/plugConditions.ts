import { emailsContract } from '@millrace/emails/contract'
import { ObjectFlows } from '@millrace/flows/web'
import { objectPorts } from '@millrace/objects/web'
import { ChosenSegment, conditionPorts, ObjectSegments, SegmentsOfObject } from '@millrace/segments/web'

/** Gives the condition builder the emails, and the lists of objects their segments. */
export const plugConditions = () => {
  conditionPorts.listEmails = emailsContract.listEmails
  conditionPorts.getEmail = emailsContract.getEmail
  objectPorts.Segments = ObjectSegments
  objectPorts.ChosenSegment = ChosenSegment
  objectPorts.SegmentsOfObject = SegmentsOfObject
  objectPorts.Flows = ObjectFlows
}
