import { Button, Stack, TextInput } from '@mantine/core'
import { Link, send, sentenceOf } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { passwordCalls } from '../../contract/index.ts'
import { Entrance, EntranceAlert } from '../parts/Entrance.tsx'

const BackToLogin = () => <Link to="/login">Back to login</Link>

/** Asking for a mailed link that sets a new password; says the same whoever's address it is. */
const RequestResetPassword = () => {
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking')
  const [problem, setProblem] = useState<string>()
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    setProblem(undefined)
    try {
      await send(passwordCalls.requestResetPassword, { body: { email } })
      setState('sent')
    } catch (error) {
      setProblem(sentenceOf(error, 'Unknown error'))
      setState('asking')
    }
  }
  if (state === 'sent') {
    return (
      <Entrance title="Look into your mail" tab="Reset password" sub={<BackToLogin />}>
        <EntranceAlert tone="mail">
          If <b>{email.trim()}</b> has an account, a link that sets a new password is on its way to it. The link works
          once, for one hour.
        </EntranceAlert>
        <Button variant="default" size="md" fullWidth onClick={() => setState('asking')}>
          Use another email
        </Button>
      </Entrance>
    )
  }
  return (
    <Entrance
      title="Forgot your password?"
      tab="Reset password"
      sub="Tell us your email and we send you a link that sets a new one."
    >
      {problem && <EntranceAlert tone="bad">{problem}</EntranceAlert>}
      <form onSubmit={ask} noValidate>
        <Stack gap={16}>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoFocus
            size="md"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth loading={state === 'busy'} disabled={!email.trim()}>
            Send me the link
          </Button>
          <div style={{ textAlign: 'center' }}>
            <BackToLogin />
          </div>
        </Stack>
      </form>
    </Entrance>
  )
}

export default RequestResetPassword
