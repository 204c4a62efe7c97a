export { type PlannedSend, planSends } from './ledger/planSends.ts'
