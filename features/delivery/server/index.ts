import type { FeatureServer, House, Identify, Tx } from '@millrace/kit/server'
import { deliveryContract, type MailFigures, type SkipReason } from '../contract/index.ts'
import { quotaOfAll } from './brakes/quota.ts'
import { releaseLoop } from './brakes/releaseLoop.ts'
import { forgetPeople } from './forgetPeople.job.ts'
import { handlersOf } from './handlers.ts'
import { hookRoutes } from './hooks/routes.ts'
import { forgetSends } from './ledger/forgetSends.job.ts'
import { openOf, type Standing } from './ledger/openOf.ts'
import type { SystemMail } from './ledger/planContent.ts'
import { type PlannedSend, planSends } from './ledger/planSends.ts'
import { planSystemMails } from './ledger/planSystemMails.ts'
import type { SendKey } from './ledger/row.ts'
import { senderLoop } from './ledger/senderLoop.ts'
import { type SendGroup, stopSends } from './ledger/stopSends.ts'
import { type Variant, variantOf } from './ledger/variants.ts'
import { type AskedMail, whyNot } from './ledger/whyNot.ts'
import { workersLoop } from './ledger/workersLoop.ts'
import { forgetMails } from './mailbox/forgetMails.job.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { senderOf } from './openSender.ts'
import type { DeliveryPorts } from './ports.ts'
import { inboundService } from './returns/inboundService.ts'
import type { MailReport } from './returns/reports.ts'
import { takeReports } from './returns/takeReports.ts'
import { addVerifiedAddress, listAddresses } from './senders/addresses.ts'
import { checkDomains } from './senders/checkDomains.job.ts'
import { type LookUp, lookUpWith } from './senders/lookUp.ts'
import { type OwnMail, sendFrom } from './senders/sendFrom.ts'
import { isSendable } from './senders/verifiedSenders.ts'
import { emailCounts } from './stats/emailStats.ts'
import { foldFigures } from './stats/foldFigures.ts'
import { type AccountMail, mailOfAccounts } from './stats/mailOfAccounts.ts'
import { judgeReadings } from './tracking/judgeReadings.ts'
import { linkList } from './tracking/links.ts'
import { noteUnsubscribed } from './tracking/noteUnsubscribed.ts'
import { trackingRoutes } from './tracking/routes.ts'
import { resolveManyJob } from './verbs/resolveMany.job.ts'
import { sendTest, type TestMail } from './verbs/sendTest.ts'

export type { Standing } from './ledger/openOf.ts'
export type { SystemMail } from './ledger/planContent.ts'
export { type PlannedSend, planSends } from './ledger/planSends.ts'
export { planSystemMails } from './ledger/planSystemMails.ts'
export type { SendGroup } from './ledger/stopSends.ts'
export type { Variant } from './ledger/variants.ts'
export type { AskedMail } from './ledger/whyNot.ts'
export { personMail } from './personMail.ts'
export type { DeliveryPorts, EmailEvent } from './ports.ts'
export { examineProviders, providerHooks } from './providers/examine.ts'
export type { MailReport } from './returns/reports.ts'
export { type DomainHosts, domainHosts } from './senders/domainHosts.ts'
export { isSendable, notVerified } from './senders/verifiedSenders.ts'
export { MAIL_EXPORT, mailEventsExport } from './stats/exportMailEvents.ts'

/** What delivery offers to other features; everything runs in the caller's transaction. */
export type Delivery = FeatureServer<typeof deliveryContract> & {
  /** Writes mails into the ledger, each reason once however often it is planned. Answers how many were new. */
  planSends(tx: Tx, accountId: number, rows: readonly PlannedSend[]): Promise<number>
  /**
   * The id of a way in which an email goes out, for `planSends`: the same for the same content, 0 for the email as it is
   * saved. Without `version` whichever is saved when the mail leaves.
   */
  variantOf(tx: Tx, accountId: number, variant: Variant): Promise<number>
  /** Who of some people would not get a mail if it left now, and why; up to 5,000 at a time. */
  whyNot(tx: Tx, accountId: number, mail: AskedMail, personIds: readonly number[]): Promise<Map<number, SkipReason>>
  /** Where the mails of a broadcast stand, all together and by variant. */
  openOf(tx: Tx, accountId: number, broadcastId: number): Promise<Standing & { byVariant: Map<number, Standing> }>
  /**
   * Keeps mails of a broadcast back, ends them as skipped, or lets them go again. What a worker has taken up finishes.
   * Answers how many rows were moved. `why` is one of the words of the contract; that of a pause or a cancellation unless told.
   */
  stopSends(tx: Tx, accountId: number, group: SendGroup, how: 'hold' | 'skip' | 'go', why?: string): Promise<number>
  /** Sends a mail of the installation itself: it leaves if and only if the transaction commits. */
  sendSystemMail(tx: Tx, mail: SystemMail): Promise<void>
  /** Sends a mail that somebody asked for by what they did, from the account's own address where it may. */
  sendFrom(tx: Tx, mail: OwnMail): Promise<void>
  /** Sends a test mail, which is neither counted nor tracked; refuses where its sender is not verified. */
  sendTest(tx: Tx, test: TestMail): Promise<void>
  /** True where the account may write from the address: it, or its domain, is verified. */
  isSendable(tx: Tx, accountId: number, fromEmail: string): Promise<boolean>
  /** Makes an address a verified sender because it is known to be its owner's. */
  addVerifiedAddress(tx: Tx, accountId: number, email: string): Promise<void>
  /** All-time figures by email, flow or step; ids without mail are absent. */
  emailCounts(
    tx: Tx,
    accountId: number,
    asked: { by: 'email' | 'flow' | 'step'; ids?: readonly number[] },
  ): Promise<Map<number, MailFigures>>
  /** What accounts sent since the beginning of a day in UTC, those that sent anything; all or some of them. For administrators. */
  mailOfAccounts(tx: Tx, since: Date, accountIds?: readonly number[]): Promise<AccountMail[]>
  /** Counts an unsubscription at the mail that it came from; answers what the event says about the mail. */
  noteUnsubscribed(
    tx: Tx,
    accountId: number,
    send: Pick<SendKey, 'id' | 'reasonAt'>,
    at: Date,
  ): Promise<Record<string, unknown>>
  /** Addresses of the account, with whether they may be written from. */
  senders(tx: Tx, accountId: number): Promise<{ email: string; isVerified: boolean }[]>
  /** Takes what came back of mail that has left, each report once. Answers how many were new. */
  takeReports(tx: Tx, accountId: number, reports: readonly MailReport[]): Promise<number>
  /** Ends the connections and the built-in receiver of this process. */
  close(): Promise<void>
}

/** Opens delivery. `lookUp` answers DNS questions; the servers of the settings are asked unless told. */
export const openDelivery = (
  house: House,
  given: DeliveryPorts & { identify: Identify },
  lookUp: LookUp = lookUpWith(house.settings.DNS_SERVERS),
): Delivery => {
  const ports = { quotaOf: quotaOfAll(house), ...given }
  const links = linkList()
  const sender = senderOf(house, ports, links)
  const tracking = trackingRoutes({ house, ports, links })
  const mailbox = mailboxRoutes(house, ports.identify)
  const hooks = hookRoutes({ house, ports })
  return {
    contract: deliveryContract,
    handlers: handlersOf({ house, ports, lookUp }),
    routes: async (server) => {
      await tracking(server)
      await mailbox(server)
      await hooks(server)
    },
    jobs: [
      forgetMails(house),
      forgetPeople(house),
      forgetSends(house),
      resolveManyJob(house, ports),
      checkDomains(house, lookUp),
    ],
    services: [
      {
        name: 'mail',
        role: 'worker',
        start: async () => {
          await sender.open()
          return sender.close
        },
      },
      inboundService(house, ports),
    ],
    loops: [
      foldFigures(house),
      judgeReadings({ house, ports }),
      senderLoop(sender.open),
      workersLoop(sender.open),
      releaseLoop(house),
    ],
    close: sender.close,
    planSends: (tx, accountId, rows) => planSends(house, tx, accountId, rows),
    variantOf: (tx, accountId, variant) => variantOf(house, tx, accountId, variant),
    whyNot: (tx, accountId, mail, personIds) => whyNot(house, tx, accountId, mail, personIds),
    openOf,
    stopSends: (tx, accountId, group, how, why) => stopSends(house, tx, accountId, group, how, why),
    sendSystemMail: (tx, { accountId = 0, ...mail }) => planSystemMails(house, tx, accountId, [mail]),
    sendFrom: (tx, mail) => sendFrom(house, tx, mail),
    sendTest: (tx, test) => sendTest(house, tx, test),
    isSendable,
    senders: async (tx, accountId) =>
      (await listAddresses(tx, accountId)).map(({ email, status }) => ({ email, isVerified: status === 'verified' })),
    addVerifiedAddress: (tx, accountId, email) => addVerifiedAddress(house, tx, accountId, email),
    emailCounts,
    mailOfAccounts,
    noteUnsubscribed,
    takeReports: (tx, accountId, reports) => takeReports(tx, { house, ports }, accountId, reports),
  }
}
