import { Button, Stack } from '@mantine/core'
import { addressShape, Link, param, send, sentenceOf, useAddress, useGo } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { PASSWORD_MIN, passwordCalls } from '../../contract/index.ts'
import { Entrance, EntranceAlert } from '../parts/Entrance.tsx'
import { PasswordField } from '../parts/PasswordField.tsx'

const Address = addressShape({ token: param.text(), invited: param.text() })

const NoLink = () => (
  <Entrance title="This link is not complete" tab="Reset password" sub={<Link to="/login">Back to login</Link>}>
    <EntranceAlert tone="bad">Please open the link from the mail again, or ask for a new one.</EntranceAlert>
    <Link to="/request-reset-password">Ask for a new link</Link>
  </Entrance>
)

/** Choosing a password with a mailed link: a forgotten one, or the first one of an invited member. */
const ResetPassword = () => {
  const [{ token, invited }] = useAddress(Address)
  const go = useGo()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await send(passwordCalls.resetPassword, { body: { token: token ?? '', password } })
      go('/login?notice=new-password')
    } catch (error) {
      setProblem(sentenceOf(error, 'Unknown error'))
      setBusy(false)
    }
  }
  if (!token) return <NoLink />
  return (
    <Entrance
      title={invited ? 'Join your team' : 'Choose a new password'}
      tab={invited ? 'Join your team' : 'Reset password'}
      sub={invited ? 'Choose a password, then log in with it.' : 'You are logged out everywhere else.'}
    >
      {problem && (
        <EntranceAlert tone="bad">
          {problem} {!invited && <Link to="/request-reset-password">Ask for a new link</Link>}
        </EntranceAlert>
      )}
      <form onSubmit={save} noValidate>
        <Stack gap={18}>
          <PasswordField
            label="New password"
            isNew
            autoFocus
            size="md"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth loading={isBusy} disabled={password.length < PASSWORD_MIN}>
            Save password
          </Button>
        </Stack>
      </form>
    </Entrance>
  )
}

export default ResetPassword
