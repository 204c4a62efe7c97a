import { join } from 'node:path'
import type { House } from '@millrace/kit/server'
import { Counter } from 'prom-client'
import type { Sender } from './ledger/sendBatch.ts'
import { slowMail } from './ledger/slowMail.ts'
import { makeWorker } from './ledger/workers.ts'
import type { DeliveryPorts } from './ports.ts'
import { openGate } from './providers/gate.ts'
import { openProviders, type Providers } from './providers/openProviders.ts'
import { sealedKeys } from './senders/signingKeys.ts'
import type { LinkList } from './tracking/links.ts'

const metric = ({ metrics }: House) => {
  const name = 'millrace_mails_total'
  const known = metrics.getSingleMetric(name) as Counter | undefined
  const help = 'Mails by what became of handing them over.'
  return known ?? new Counter({ name, help, labelNames: ['outcome'], registers: [metrics] })
}

/** Opens, once, what this process sends with; the first sign of life is given before anything is claimed. */
export const senderOf = (
  house: House,
  ports: DeliveryPorts,
  links: LinkList,
): { open(): Promise<Sender>; close(): Promise<void> } => {
  let opened: Promise<{ sender: Sender; providers: Providers }> | undefined
  const start = async () => {
    const providers = await openProviders(house, ports)
    const worker = makeWorker(house.db, join(house.settings.DATA_DIR, 'wire'))
    await worker.beat()
    const counter = metric(house)
    const sender: Sender = {
      house,
      ports,
      provider: providers.byDefault,
      providerOf: providers.of,
      lookAtProviders: providers.refresh,
      worker,
      links,
      sealed: sealedKeys(house.keys),
      slow: slowMail(),
      inTurn: openGate(Math.ceil(house.settings.DATABASE_CONNECTIONS / 2)),
      opensAt: new Map(),
      inHand: new Set(),
      unsettled: new Set(),
      underWay: new Set(),
      heard: (outcome, count) => counter.inc({ outcome }, count),
    }
    return { sender, providers }
  }
  return {
    open: async () => {
      opened ??= start().catch((error) => {
        opened = undefined
        throw error
      })
      return (await opened).sender
    },
    close: async () => {
      const last = await opened
      opened = undefined
      while (last?.sender.underWay.size) await Promise.all(last.sender.underWay)
      last?.sender.worker.end()
      await last?.providers.close()
    },
  }
}
