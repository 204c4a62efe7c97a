/** An email that conditions can name. */
export type EmailChoice = { id: number; name: string }
/** A goal of a flow that conditions can name. */
export type GoalChoice = { stepId: number; name: string; flowName: string }

/** What higher features know; the app plugs it in. */
export type ConditionPorts = { useEmails?: () => readonly EmailChoice[]; useGoals?: () => readonly GoalChoice[] }

const none = () => []
let ports: ConditionPorts = {}

/** Gives the condition builder emails and goals to choose from. Once, before anything is drawn. */
export const plugConditionPorts = (given: ConditionPorts): void => {
  ports = given
}

/** The emails that conditions can name. */
export const useEmailChoices = (): readonly EmailChoice[] => (ports.useEmails ?? none)()

/** The goals that conditions can name. */
export const useGoalChoices = (): readonly GoalChoice[] => (ports.useGoals ?? none)()
