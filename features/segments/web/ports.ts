import type { CallDef, Schema } from '@millrace/kit/contract'

/** An email that conditions can name. */
export type EmailChoice = { id: number; name: string }

/** A call that lists emails. */
export type EmailList = CallDef & {
  query: Schema
  returns: Schema<unknown, { emails: readonly EmailChoice[] }>
}

/** A call that reads one email. */
export type OneEmail = CallDef & {
  params: Schema
  returns: Schema<unknown, { email: EmailChoice }>
}

/** What higher features know; the app fills it in before anything is drawn. */
export const conditionPorts: {
  /** How the condition builder asks for emails to choose from. */
  listEmails?: EmailList
  /** How it asks for one that was chosen before. */
  getEmail?: OneEmail
} = {}
