/** An email that conditions can name. */
export type EmailChoice = { id: number; name: string }

/** What higher features know; the app plugs it in. */
export type ConditionPorts = { useEmails?: () => readonly EmailChoice[] }

const none = () => []
let ports: ConditionPorts = {}

/** Gives the condition builder emails to choose from. Once, before anything is drawn. */
export const plugConditionPorts = (given: ConditionPorts): void => {
  ports = given
}

/** The emails that conditions can name. */
export const useEmailChoices = (): readonly EmailChoice[] => (ports.useEmails ?? none)()
