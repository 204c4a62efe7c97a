import type { House } from '@millrace/kit/server'
import { type MailboxReceiver, startMailbox } from '../mailbox/receiver.ts'
import type { DeliveryPorts } from '../ports.ts'
import { type ChosenProvider, movedAccounts, openSendGrid, openSes, PROVIDERS_TOPIC } from './chosen.ts'
import { accessOf } from './ofInstallation.ts'
import type { Provider, ProviderKind } from './provider.ts'
import { relayProvider } from './relay.ts'
import { type Retiring, retiring } from './retiring.ts'
import { sendGridProvider } from './sendGrid.ts'
import { sesProvider } from './ses/sesProvider.ts'
import { unusableProvider } from './unusable.ts'

/** Everybody who takes mail from this process. */
export type Providers = {
  /** Who takes mail where an account brings nobody of its own. */
  byDefault: Provider
  of(accountId: number): Provider
  /** Learns whom accounts use by now, where they may have been moved; `isAsked` looks in any case. */
  refresh(isAsked?: boolean): Promise<void>
  close(): Promise<void>
}

/** Accounts are looked through this often, in case a ring was missed. */
const LOOK_EVERY_MS = 15_000

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

type Opened = { provider: Provider; receiver?: MailboxReceiver | undefined }

/** The relay of the settings, or the built-in receiver: this process's own, or the one that holds the port already. */
const openRelay = async (house: House, ports: DeliveryPorts): Promise<Opened> => {
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

const ofSettings = ({ settings, clock }: House): Map<ProviderKind, Provider> => {
  const { ses, sendgrid } = accessOf(settings)
  const now = () => clock.now()
  const known = new Map<ProviderKind, Provider>()
  if (ses) known.set('ses', sesProvider(ses, now))
  if (sendgrid) known.set('sendgrid', sendGridProvider(settings.SENDGRID_SMTP_URL, sendgrid.apiKey, now))
  return known
}

const ownProvider = (house: House, { accountId, kind, sealed }: ChosenProvider): Provider => {
  const { keys, settings, clock, log } = house
  const now = () => clock.now()
  try {
    if (kind === 'ses') return sesProvider(openSes(keys, sealed ?? '', settings.SES_ENDPOINT), now)
    return sendGridProvider(settings.SENDGRID_SMTP_URL, openSendGrid(keys, sealed ?? '').apiKey, now)
  } catch (err) {
    log.error({ err, accountId, kind }, "an account's mail waits: its credentials at the provider cannot be read")
    return unusableProvider(kind, now)
  }
}

/** Providers that accounts were moved to, opened once for each set of credentials. */
class MovedAccounts {
  private readonly house: House
  private readonly installation: ReadonlyMap<ProviderKind, Provider>
  private readonly own = new Map<string, Retiring>()
  private byAccount = new Map<number, Provider>()

  constructor(house: House, installation: ReadonlyMap<ProviderKind, Provider>) {
    this.house = house
    this.installation = installation
  }

  of(accountId: number): Provider | undefined {
    return this.byAccount.get(accountId)
  }

  private open(row: ChosenProvider): Provider | undefined {
    const { accountId, kind, sealed } = row
    if (!sealed) {
      const shared = this.installation.get(kind)
      if (!shared) this.house.log.warn({ accountId, kind }, 'mail leaves by the first provider: this one is not set up')
      return shared
    }
    const known = this.own.get(sealed) ?? retiring(ownProvider(this.house, row))
    this.own.set(sealed, known)
    return known.provider
  }

  take(rows: readonly ChosenProvider[]) {
    const byAccount = new Map<number, Provider>()
    for (const row of rows) {
      const provider = this.open(row)
      if (provider) byAccount.set(row.accountId, provider)
    }
    this.byAccount = byAccount
    const used = new Set(rows.map(({ sealed }) => sealed))
    for (const [sealed, { retire }] of this.own) {
      if (used.has(sealed)) continue
      this.own.delete(sealed)
      retire()
    }
  }

  providers(): Provider[] {
    return [...this.own.values()].map(({ provider }) => provider)
  }

  close() {
    for (const provider of this.providers()) provider.close()
  }
}

/** Opens who takes mail from this process: those of the settings at once, accounts' own ones when they are known. */
export const openProviders = async (house: House, ports: DeliveryPorts): Promise<Providers> => {
  const names = house.settings.MAIL_PROVIDERS
  const installation = ofSettings(house)
  const relay = names.includes('smtp') ? await openRelay(house, ports) : undefined
  if (relay) installation.set('smtp', relay.provider)
  const byDefault = installation.get(names[0] ?? 'smtp')
  if (!byDefault) throw new Error(`The mail provider ${names[0]} is not set up.`)
  const moved = new MovedAccounts(house, installation)
  let isStale = true
  let lookedAt = 0
  const learnPaces = async () => {
    await Promise.all([...installation.values(), ...moved.providers()].map((provider) => provider.learn?.()))
  }
  const stopListening = house.bell.on(PROVIDERS_TOPIC, () => {
    isStale = true
  })
  return {
    byDefault,
    of: (accountId) => moved.of(accountId) ?? byDefault,
    refresh: async (isAsked = false) => {
      await learnPaces()
      if (!isAsked && !isStale && performance.now() - lookedAt < LOOK_EVERY_MS) return
      isStale = false
      lookedAt = performance.now()
      try {
        moved.take(await house.db.system(movedAccounts))
        await learnPaces()
      } catch (error) {
        isStale = true
        throw error
      }
    },
    close: async () => {
      stopListening()
      moved.close()
      for (const provider of installation.values()) provider.close()
      await relay?.receiver?.close()
    },
  }
}
