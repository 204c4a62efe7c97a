import type { RegistrationStep } from '../../contract/index.ts'

/** Counted in the progress at the top; `goals` is a side path. */
export const WALKED: readonly RegistrationStep[] = ['email', 'name', 'company', 'password']

/** What a step says and which button ends it. */
export const STEP_WORDS: Record<RegistrationStep, { title: string; sub: string; button: string }> = {
  email: {
    title: 'Start your 14-day free trial',
    sub: 'Everything included. No card needed.',
    button: 'Sign Up Now',
  },
  name: { title: "Welcome! What's your name?", sub: 'As your colleagues and customers know you.', button: 'Continue' },
  company: {
    title: 'And where do you work?',
    sub: 'Your site tells us what to call your account.',
    button: 'Finish Signup and Get My Emails',
  },
  goals: {
    title: 'What do you want to reach?',
    sub: 'It helps us to show you the right things first.',
    button: 'To Final Step',
  },
  password: { title: 'Choose a password', sub: 'So that you can come back.', button: 'Take me to my account' },
}
