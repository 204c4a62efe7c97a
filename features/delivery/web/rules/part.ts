import type { MailRules } from '../../contract/rules.ts'

/** What each part of the rules is given. */
export type RulesPart = { rules: MailRules; change(part: Partial<MailRules>): void; isReadOnly: boolean }

/** A number field's value; what is no number is as good as nothing. */
export const numberOf = (value: string | number): number => (typeof value === 'number' ? value : Number.NaN)
