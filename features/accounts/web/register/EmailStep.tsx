import { TextInput } from '@mantine/core'
import { EntranceAlert } from '@millrace/access/web'
import { Link, send, sentenceOf } from '@millrace/kit/web'
import { type ReactNode, useState } from 'react'
import { accountCalls } from '../../contract/index.ts'
import { StepForm } from './StepForm.tsx'
import { STEP_WORDS } from './steps.ts'
import { useBotProof } from './useBotProof.ts'

const EMAIL = /^\S+@\S+\.\S{2,}$/
const TAKEN = 'This email is already registered'

const told = (message: string, email: string): ReactNode =>
  message.includes(TAKEN) ? (
    <>
      {TAKEN}. <Link to={`/login?email=${encodeURIComponent(email)}`}>Login instead?</Link>
    </>
  ) : (
    message
  )

type Props = { source?: string; referral?: string; error?: string; onSaved: () => void }

/** The first step: an address, proved by work that the browser does meanwhile. */
export const EmailStep = ({ source, referral, error, onSaved }: Props) => {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<ReactNode>(error)
  const [isBusy, setBusy] = useState(false)
  const proof = useBotProof()
  const register = async () => {
    setBusy(true)
    setProblem(undefined)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const known = { email, timezone: timeZone, ...(source && { source }), ...(referral && { referral }) }
    try {
      await send(accountCalls.register, { body: { ...known, botProtectionToken: proof.token } })
      onSaved()
    } catch (failure) {
      setProblem(told(sentenceOf(failure), email))
      proof.again()
    } finally {
      setBusy(false)
    }
  }
  return (
    <StepForm
      button={STEP_WORDS.email.button}
      isBusy={isBusy}
      isReady={EMAIL.test(email.trim()) && proof.token !== undefined}
      problem={problem}
      onSave={() => void register()}
      note={
        <span style={{ textAlign: 'center' }}>
          Have an account already? <Link to="/login">Log in</Link>
        </span>
      }
    >
      {proof.problem && (
        <EntranceAlert tone="bad">
          {proof.problem}{' '}
          <button type="button" onClick={proof.again}>
            Try again
          </button>
        </EntranceAlert>
      )}
      <TextInput
        label="Work email"
        type="email"
        required
        withAsterisk={false}
        autoComplete="email"
        inputMode="email"
        autoFocus
        size="md"
        placeholder="you@company.com"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </StepForm>
  )
}
