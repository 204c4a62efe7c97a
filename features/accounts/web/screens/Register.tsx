import { Button, Loader } from '@mantine/core'
import { Entrance, useLogOut } from '@millrace/access/web'
import type { Result } from '@millrace/kit/contract'
import { ApiError, ErrorPanel, queryClient, safeOrigin, send, useGo, useParam } from '@millrace/kit/web'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import {
  AFTER_REGISTER,
  accountCalls,
  pickStep,
  REGISTRATION_STEPS,
  type RegistrationStep,
} from '../../contract/index.ts'
import { EmailStep } from '../register/EmailStep.tsx'
import css from '../register/Register.module.css'
import { STEP_WORDS, WALKED } from '../register/steps.ts'

type Account = Result<typeof accountCalls.accountInfo>

const KEY = ['registration']

/** The account so far; null where nobody is signed in, which is no failure here. */
const accountSoFar = async (): Promise<Account | null> => {
  try {
    return await send(accountCalls.accountInfo)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

const finish = async (after: string | null) => {
  await send(accountCalls.finishRegistration, {})
  const target = safeOrigin(after)
  window.location.assign(target === '/' ? AFTER_REGISTER : target)
}

const Progress = ({ step }: { step: RegistrationStep }) => {
  const at = WALKED.indexOf(step)
  if (at < 0) return null
  return (
    <div className={css.progress}>
      <span className="visually-hidden">
        Step {at + 1} of {WALKED.length}
      </span>
      {WALKED.map((one, index) => (
        <i key={one} data-done={index <= at || undefined} aria-hidden="true" />
      ))}
    </div>
  )
}

const isStep = (text: string): text is RegistrationStep => (REGISTRATION_STEPS as readonly string[]).includes(text)

/** Where to go instead of what the address says; undefined where the step may be shown. */
const detour = (asked: string, account: Account | null) => {
  if (isStep(asked) && (asked === 'email' || account?.email)) return undefined
  return pickStep(account ?? undefined)
}

const StepScreen = ({ step, children }: { step: RegistrationStep; children: ReactNode }) => {
  const logOut = useLogOut()
  const { title, sub } = STEP_WORDS[step]
  return (
    <Entrance
      title={title}
      tab="Sign up"
      sub={sub}
      action={
        step !== 'email' && (
          <Button variant="subtle" color="gray" onClick={logOut}>
            Log out
          </Button>
        )
      }
    >
      <Progress step={step} />
      {children}
    </Entrance>
  )
}

const Waiting = () => (
  <Entrance title="One moment" tab="Sign up">
    <Loader aria-label="Loading" />
  </Entrance>
)

/** Opening an account: shows the step of the address, or picks the next one for what is known so far. */
const Register = () => {
  const asked = useParam('stepId')
  const go = useGo()
  const query = window.location.search
  const params = new URLSearchParams(query)
  const { data: account, error, refetch } = useQuery({ queryKey: KEY, queryFn: accountSoFar, staleTime: 0 })
  const next = account === undefined ? undefined : detour(asked, account)
  const after = params.get('after-register')
  useEffect(() => {
    if (next === 'done') void finish(after)
    else if (next) go({ to: `/register/${next}${query}`, replace: true })
  }, [next, query, after, go])
  const onSaved = () => {
    void queryClient.invalidateQueries({ queryKey: KEY }).then(() => go(`/register${query}`))
  }
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (account === undefined || next || !isStep(asked)) return <Waiting />
  return (
    <StepScreen step={asked}>
      <StepBody step={asked} account={account} params={params} onSaved={onSaved} />
    </StepScreen>
  )
}

// What comes after the first step is fetched when it is reached.
const later = () => import('../register/AccountSteps.tsx')
const NameStep = lazy(() => later().then((part) => ({ default: part.NameStep })))
const CompanyStep = lazy(() => later().then((part) => ({ default: part.CompanyStep })))
const GoalsStep = lazy(() => later().then((part) => ({ default: part.GoalsStep })))
const PasswordStep = lazy(() => later().then((part) => ({ default: part.PasswordStep })))

const STEPS = { name: NameStep, company: CompanyStep, goals: GoalsStep, password: PasswordStep }

type BodyProps = { step: RegistrationStep; account: Account | null; params: URLSearchParams; onSaved: () => void }

const StepBody = ({ step, account, params, onSaved }: BodyProps) => {
  if (step === 'email' || !account) {
    const [source, referral, error] = ['ref', 'referral', 'error'].map((name) => params.get(name))
    return (
      <EmailStep
        {...(source && { source })}
        {...(referral && { referral })}
        {...(error && { error })}
        onSaved={onSaved}
      />
    )
  }
  const Step = STEPS[step]
  return (
    <Suspense fallback={<Waiting />}>
      <Step key={step} account={account} onSaved={onSaved} />
    </Suspense>
  )
}

export default Register
