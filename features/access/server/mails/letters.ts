import type { Letter } from './layout.ts'

const NOT_YOU = 'If this was not you, you can ignore this mail; nothing changes.'

/** The link that sets a new password. */
export const resetLetter = (url: string): Letter => ({
  subject: 'Set a new password',
  lines: ['Somebody, hopefully you, asked to set a new password for your Millrace account.'],
  button: { label: 'Set a new password', url },
  after: ['The link works once, for one hour.', NOT_YOU],
})

/** The link that finishes the first sign-in on a device. */
export const newDeviceLetter = (url: string, device: string, ip: string): Letter => ({
  subject: "Confirm that it's you",
  lines: [
    'Somebody signed in with your password on a device that we have not seen before.',
    `Device: ${device}. Address: ${ip}.`,
    'Open this link on the device where you want to be signed in.',
  ],
  button: { label: 'Yes, sign me in', url },
  after: ['The link works once, for one hour.', 'If this was not you, do not open it, and set a new password.'],
})

/** The link that confirms a changed address. */
export const confirmEmailLetter = (url: string): Letter => ({
  subject: 'Confirm your new e-mail address',
  lines: ['From now on you want to sign in to Millrace with this address.'],
  button: { label: 'Confirm this address', url },
  after: ['The link works once, for one day.', NOT_YOU],
})

/** Tells the old address that another one takes its place. */
export const emailChangeLetter = (url: string, email: string): Letter => ({
  subject: 'Your e-mail address is about to change',
  lines: [`You asked to sign in to Millrace with ${email} from now on. It waits for its confirmation.`],
  button: { label: 'Open your profile', url },
  after: ['If this was not you, set a new password at once.'],
})

/** The link with which a new member chooses a password. */
export const inviteLetter = (url: string, account: string, inviter: string): Letter => ({
  subject: `Join ${account} on Millrace`,
  lines: [`${inviter} invited you to work on ${account} in Millrace.`],
  button: { label: 'Choose a password', url },
  after: ['The link works once, for seven days.'],
})

/** Tells somebody who has an account already that one more is open to him. */
export const addedLetter = (url: string, account: string, inviter: string): Letter => ({
  subject: `You can work on ${account} now`,
  lines: [`${inviter} added you to ${account} in Millrace. Sign in as usual and switch to it in your profile menu.`],
  button: { label: `Open Millrace`, url },
  after: [],
})
