import type { House, Tx } from '@millrace/kit/server'
import type { DeliveryPorts } from '../ports.ts'
import { handOn } from './handOn.ts'
import type { Asked } from './readIncoming.ts'
import { takeReports } from './takeReports.ts'

/** What obeying a mail needs. */
export type ObeyTools = { house: House; ports: Pick<DeliveryPorts, 'recordEvents' | 'unsubscribe'> }

/** Does what a mail that came in asks for. An answer that came before is not handed on again. */
export const obeyMail = async (tx: Tx, tools: ObeyTools, { reports, unsubscribes, answers }: Asked): Promise<void> => {
  for (const subscriber of unsubscribes) await tools.ports.unsubscribe(tx, subscriber, 'By mail')
  for (const report of reports) {
    const isNew = (await takeReports(tx, tools, report.send.accountId, [report])) > 0
    if (isNew && report.kind === 'replied' && answers) await handOn(tools.house, tx, answers.send, answers.taken)
  }
}
