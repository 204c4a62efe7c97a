import { randomBytes } from 'node:crypto'
import type { Tx } from '@millrace/kit/server'
import { type MailRules, PLAIN_RULES } from '../../contract/index.ts'

/** Rules with what sending needs besides: the lot by which the control group is drawn. */
export type Rules = Omit<MailRules, 'control'> & { control: { percent: number; salt: string } | null }

/** What holds an account's mail back. */
const READ = `select r.caps, r.quiet, r.control, r.throttle, r.warm_up as "warmUp", r.hold_days as "holdDays",
    r.keep_months as "keepMonths"
  from mail_rules r where r.account_id = $1`

/** The rules of an account. */
export const readRules = async (tx: Tx, accountId: number): Promise<Rules> =>
  (await tx.one<Rules>(READ, [accountId], 'mail-rules')) ?? { ...PLAIN_RULES, control: null }

/** The rules as members see them. */
export const shownRules = ({ control, ...rules }: Rules): MailRules => ({
  ...rules,
  control: control && { percent: control.percent },
})

const SAVE = `insert into mail_rules as r (account_id, caps, quiet, control, throttle, warm_up, hold_days, keep_months, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (account_id) do update set caps = excluded.caps, quiet = excluded.quiet, control = excluded.control,
    throttle = excluded.throttle, warm_up = excluded.warm_up, hold_days = excluded.hold_days,
    keep_months = excluded.keep_months, updated_at = excluded.updated_at`

/** What a throttle promised under other rates holds no longer. */
const FORGET_PROMISES = `delete from mail_throttles where account_id = $1`

/** Keeps an account's rules; the control group stays the same people while it is on. */
export const saveRules = async (tx: Tx, accountId: number, rules: MailRules, now: Date): Promise<MailRules> => {
  const before = await readRules(tx, accountId)
  const salt = before.control?.salt ?? randomBytes(8).toString('hex')
  const control = rules.control && { percent: rules.control.percent, salt }
  const words = [rules.caps, rules.quiet, control, rules.throttle].map((part) => part && JSON.stringify(part))
  await tx.run(SAVE, [accountId, ...words, rules.warmUp, rules.holdDays, rules.keepMonths, now])
  await tx.run(FORGET_PROMISES, [accountId])
  return rules
}
