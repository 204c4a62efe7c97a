export { type AccessCase, accessCases } from './accessCases.ts'
export { buildMember, mailsKept, signIn } from './members.ts'
export { type Ask, type DoorReply, openDoor } from './openDoor.ts'
