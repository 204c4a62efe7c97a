export { isPublicAddress, readAllowed } from './addresses.ts'
export {
  type Outgoing,
  type OutgoingAnswer,
  OutgoingError,
  type OutgoingFault,
  type OutgoingRequest,
  openOutgoing,
  type Resolve,
} from './outgoing.ts'
