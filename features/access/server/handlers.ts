import type { Handlers } from '@millrace/kit/server'
import type { accessContract } from '../contract/index.ts'
import { newChallenge } from './botProof.ts'
import { teamOf } from './members.ts'
import type { Desk } from './ports.ts'
import { confirmLogin, login } from './verbs/login.ts'
import { logout } from './verbs/logout.ts'
import { changePassword, requestResetPassword, resetPassword, setInitialPassword } from './verbs/passwords.ts'
import { rotateApiKey } from './verbs/rotateApiKey.ts'
import { endOtherSessions, endSession, listSessions, switchAccount } from './verbs/sessions.ts'
import { inviteTeamMember, removeTeamMember, teamMember } from './verbs/team.ts'
import { confirmEmail, updateTeamMember } from './verbs/updateTeamMember.ts'

/** Each call and the verb that answers it. */
export const handlersOf = (desk: Desk): Handlers<typeof accessContract> => {
  const { house } = desk
  return {
    login: ({ body }, context) => login(desk, body ?? {}, context),
    confirmLogin: ({ body }, context) => confirmLogin(desk, body.token, context),
    logout: (_input, context) => logout(desk, context),
    heartbeat: (_input, { accountId, memberId }) => ({ accountId, id: memberId }),
    switchAccount: ({ params }, context) => switchAccount(desk, context, params.id),
    listSessions: (_input, context) => listSessions(desk, context),
    endSession: ({ params }, context) => endSession(desk, context, params.sessionId),
    endOtherSessions: (_input, context) => endOtherSessions(desk, context),
    botChallenge: async () =>
      house.settings.TEST_MODE
        ? { isNeeded: false }
        : { isNeeded: true, challenge: (await newChallenge(house)) as unknown as Record<string, unknown> },
    setInitialPassword: ({ body }, context) => setInitialPassword(desk, context, body.password, context),
    changePassword: ({ body }, context) => changePassword(desk, context, body, context),
    requestResetPassword: ({ body }, context) => requestResetPassword(desk, body.email, context),
    resetPassword: ({ body }, context) => resetPassword(desk, body, context),
    listTeamMembers: async (_input, context) => ({
      teamMembers: await house.db.system((tx) => teamOf(tx, context)),
    }),
    ownTeamMember: async (_input, context) => ({
      teamMember: await house.db.system((tx) => teamMember(tx, context, context.memberId)),
    }),
    inviteTeamMember: async ({ body }, context) => ({ teamMember: await inviteTeamMember(desk, context, body) }),
    updateTeamMember: async ({ params, body }, context) => ({
      teamMember: await updateTeamMember(desk, context, params.id, body),
    }),
    confirmEmail: ({ body }, context) => confirmEmail(desk, body.token, context),
    removeTeamMember: ({ params }, context) => removeTeamMember(desk, context, params.id),
    rotateApiKey: ({ body }, { accountId }) => rotateApiKey(desk, accountId, body?.id),
  }
}
