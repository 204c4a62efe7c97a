import type { House } from '@millrace/kit/server'
import type { PeoplePorts } from '../ports.ts'
import type { JobRow } from './jobRow.ts'

/** What a running job stands on. */
export type Running = { house: House; ports: PeoplePorts; accountId: number; id: number; kind: JobRow['kind'] }
