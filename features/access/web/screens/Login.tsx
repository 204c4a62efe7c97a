import { Button, Loader, Stack, TextInput } from '@mantine/core'
import { type ApiError, addressShape, Link, param, safeOrigin, send, told, useAddress } from '@millrace/kit/web'
import { type FormEvent, useEffect, useState } from 'react'
import { NEW_DEVICE_NAME, sessionCalls, teamCalls } from '../../contract/index.ts'
import { Entrance, EntranceAlert } from '../parts/Entrance.tsx'
import { PasswordField } from '../parts/PasswordField.tsx'

const Address = addressShape({
  origin: param.text(),
  confirm: param.text(),
  'confirm-email': param.text(),
  notice: param.text(),
  email: param.text(),
})

/** What other screens may ask this one to say. */
const NOTICES: Record<string, string> = {
  'new-password': 'Your new password is set. Log in with it.',
}

type Notice = { tone: 'bad' | 'good' | 'mail'; text: string }

/** Loads the whole page anew: nothing of whoever was here before stays in it. */
const enter = (origin: string | undefined) => window.location.assign(safeOrigin(origin))

const noticeOf = (error: unknown): Notice => {
  const { name, message } = error as ApiError
  return { tone: name === NEW_DEVICE_NAME ? 'mail' : 'bad', text: message }
}

/** Uses a mailed link up: signs in on this device, or makes a new address count. */
const useMailedLink = (address: { confirm?: string; 'confirm-email'?: string; origin?: string }) => {
  const { confirm, 'confirm-email': confirmEmail, origin } = address
  const [notice, setNotice] = useState<Notice>()
  const [isBusy, setBusy] = useState(Boolean(confirm || confirmEmail))
  useEffect(() => {
    if (!confirm && !confirmEmail) return
    const use = async () => {
      if (confirm) {
        await send(sessionCalls.confirmLogin, { body: { token: confirm } })
        return enter(origin)
      }
      const { email } = await send(teamCalls.confirmEmail, { body: { token: confirmEmail ?? '' } })
      setNotice({ tone: 'good', text: `From now on you log in with ${email}.` })
      setBusy(false)
    }
    // A link works once, also where an effect runs twice.
    const timer = setTimeout(() => {
      use().catch((error: unknown) => {
        setNotice(noticeOf(error))
        setBusy(false)
      })
    })
    return () => clearTimeout(timer)
  }, [confirm, confirmEmail, origin])
  return { notice, isBusy }
}

type FormProps = {
  origin: string | undefined
  known: string | undefined
  onNotice: (notice: Notice | undefined) => void
}

const LoginForm = ({ origin, known = '', onNotice }: FormProps) => {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const logIn = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    onNotice(undefined)
    try {
      await send(sessionCalls.login, { body: { email, password } })
      enter(origin)
    } catch (error) {
      const notice = noticeOf(error)
      onNotice(notice)
      if (notice.tone === 'bad') told.error("We couldn't log you in.")
      setBusy(false)
    }
  }
  return (
    <form onSubmit={logIn} noValidate>
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
        <PasswordField
          label="Password"
          size="md"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          Log in
        </Button>
        <Link to="/request-reset-password" style={{ textAlign: 'center' }}>
          Forgot your password?
        </Link>
      </Stack>
    </form>
  )
}

/** Signing in with e-mail and password; mailed links of the sign-in lead here too. */
const Login = () => {
  const [address] = useAddress(Address)
  const mailed = useMailedLink(address)
  const [notice, setNotice] = useState<Notice>()
  const [wasTried, setTried] = useState(false)
  const told = NOTICES[address.notice ?? '']
  const shown = wasTried ? notice : (mailed.notice ?? (told ? { tone: 'good' as const, text: told } : undefined))
  const change = (next: Notice | undefined) => {
    setTried(true)
    setNotice(next)
  }
  return (
    <Entrance
      title="Welcome back"
      tab="Log in"
      sub={
        <>
          New here? <Link to="/register">Start your 14-day free trial</Link>
        </>
      }
    >
      {shown && <EntranceAlert tone={shown.tone}>{shown.text}</EntranceAlert>}
      {mailed.isBusy ? (
        <Loader aria-label="One moment" />
      ) : (
        <LoginForm origin={address.origin} known={address.email} onNotice={change} />
      )}
    </Entrance>
  )
}

export default Login
