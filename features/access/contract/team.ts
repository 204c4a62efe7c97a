import { call, Id, SCOPES, ShortId, Time } from '@millrace/kit/contract'
import { z } from 'zod'

/** One permission and whether it is given. */
export const ScopeChoice = z.object({ id: z.enum(SCOPES), enabled: z.boolean() })

/** A member of the account's team. */
export const TeamMember = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  accountId: Id,
  isOwner: z.boolean(),
  /** Owners hold all of them. */
  scopes: z.array(ScopeChoice),
  accounts: z.array(z.object({ id: Id, name: z.string() })),
  data: z.object({
    disabledLoginConfirmation: z.boolean().optional(),
    createdWithGoogleSignin: z.boolean().optional(),
  }),
  /** Has not chosen a password yet. */
  isInvited: z.boolean(),
  /** The address that waits for its confirmation; only told to the member. */
  pendingEmail: z.string().optional(),
  createdAt: Time,
})

const Name = z.string().trim().max(200, 'Please use at most 200 characters.')
const Email = z.string().trim().max(320).pipe(z.email('Please enter a full email address.'))

export const teamCalls = {
  listTeamMembers: call({
    method: 'GET',
    path: '/v1/team-members',
    scopes: ['team:read'],
    returns: z.object({ teamMembers: z.array(TeamMember) }),
    summary: 'List the members of the account',
    fail: "We couldn't retrieve your team members.",
    addition: true,
  }),
  ownTeamMember: call({
    method: 'GET',
    path: '/v1/team-members/me',
    auth: 'session',
    returns: z.object({ teamMember: TeamMember }),
    summary: 'Your own profile',
    fail: "We couldn't retrieve your profile.",
    addition: true,
  }),
  inviteTeamMember: call({
    method: 'POST',
    path: '/v1/team-members',
    auth: 'session',
    scopes: ['team:write'],
    body: z.object({ email: Email, name: Name.optional(), scopes: z.array(ScopeChoice).optional() }),
    returns: z.object({ teamMember: TeamMember }),
    summary: 'Invite somebody to the account by mail',
    fail: "We couldn't invite this team member.",
    addition: true,
  }),
  updateTeamMember: call({
    method: 'PATCH',
    path: '/v1/team-members/{id}',
    auth: 'session',
    params: z.object({ id: ShortId }),
    body: z.object({
      name: Name.optional(),
      email: Email.optional(),
      /** One's own password, needed to change one's e-mail. */
      password: z.string().max(1_000).optional(),
      scopes: z.array(ScopeChoice).optional(),
      data: z.object({ disabledLoginConfirmation: z.boolean().optional() }).optional(),
    }),
    returns: z.object({ teamMember: TeamMember }),
    summary: 'Change your own name and e-mail, or what a team member may do',
    fail: "We couldn't update this team member.",
    addition: true,
  }),
  confirmEmail: call({
    method: 'POST',
    path: '/v1/team-members/confirm-email',
    auth: 'public',
    body: z.object({ token: z.string().max(200) }),
    returns: z.object({ email: z.string() }),
    summary: 'Confirm a new e-mail address with the mailed link',
    fail: "We couldn't confirm this address.",
    addition: true,
  }),
  removeTeamMember: call({
    method: 'DELETE',
    path: '/v1/team-members/{id}',
    auth: 'session',
    scopes: ['team:write'],
    params: z.object({ id: ShortId }),
    status: 204,
    summary: 'Remove somebody from the account',
    fail: "We couldn't remove this team member.",
    addition: true,
  }),
}
