import { join } from 'node:path'
import type { House } from '@millrace/kit/server'
import { Counter } from 'prom-client'
import type { Sender } from './ledger/sendBatch.ts'
import { makeWorker } from './ledger/workers.ts'
import { type MailboxReceiver, startMailbox } from './mailbox/receiver.ts'
import type { DeliveryPorts } from './ports.ts'
import type { Provider } from './providers/provider.ts'
import { relayProvider } from './providers/relay.ts'
import { sealedKeys } from './senders/signingKeys.ts'
import type { LinkList } from './tracking/links.ts'

const metric = ({ metrics }: House) => {
  const name = 'millrace_mails_total'
  const known = metrics.getSingleMetric(name) as Counter | undefined
  const help = 'Mails by what became of handing them over.'
  return known ?? new Counter({ name, help, labelNames: ['outcome'], registers: [metrics] })
}

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/** The relay of the settings, or the built-in receiver: this process's own, or the one that holds the port already. */
const openProvider = async (
  house: House,
  ports: DeliveryPorts,
): Promise<{ provider: Provider; receiver?: MailboxReceiver }> => {
  const { SMTP_URL, MAILBOX_PORT } = house.settings
  const now = () => house.clock.now()
  if (SMTP_URL) return { provider: relayProvider(SMTP_URL, now) }
  const receiver = await startMailbox(house, ports, MAILBOX_PORT).catch((error: unknown) => {
    if (isTaken(error)) return undefined
    throw error
  })
  const port = receiver?.port ?? MAILBOX_PORT
  return { provider: relayProvider(`smtp://127.0.0.1:${port}?tls=never`, now, 'mailbox'), receiver }
}

/** Opens, once, what this process sends with; the first sign of life is given before anything is claimed. */
export const senderOf = (
  house: House,
  ports: DeliveryPorts,
  links: LinkList,
): { open(): Promise<Sender>; close(): Promise<void> } => {
  let opened: Promise<{ sender: Sender; receiver?: MailboxReceiver }> | undefined
  const start = async () => {
    const { provider, receiver } = await openProvider(house, ports)
    const worker = makeWorker(house.db, join(house.settings.DATA_DIR, 'wire'))
    await worker.beat()
    const counter = metric(house)
    const sender: Sender = {
      house,
      ports,
      provider,
      providerOf: () => provider,
      worker,
      links,
      sealed: sealedKeys(house.keys),
      opensAt: new Map(),
      inHand: new Set(),
      unsettled: new Set(),
      underWay: new Set(),
      heard: (outcome, count) => counter.inc({ outcome }, count),
    }
    return { sender, receiver }
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
      last?.sender.provider.close()
      last?.sender.worker.end()
      await last?.receiver?.close()
    },
  }
}
