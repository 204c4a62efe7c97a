import { Textarea, TextInput } from '@mantine/core'
import { accessContract, PASSWORD_MIN } from '@millrace/access/contract'
import { PasswordField } from '@millrace/access/web'
import type { Input, Result } from '@millrace/kit/contract'
import { send } from '@millrace/kit/web'
import { useState } from 'react'
import { accountCalls, SITE, SITE_WRONG } from '../../contract/index.ts'
import { StepForm } from './StepForm.tsx'
import { STEP_WORDS } from './steps.ts'
import { useStepSave } from './useStepSave.ts'

type Props = { account: Result<typeof accountCalls.accountInfo>; onSaved: () => void }

const update = (body: Input<typeof accountCalls.updateAccount>['body']) => send(accountCalls.updateAccount, { body })

/** Who signs up. */
export const NameStep = ({ account, onSaved }: Props) => {
  const [name, setName] = useState(account.teamMemberName)
  const save = useStepSave(() => update({ teamMemberName: name }), onSaved)
  return (
    <StepForm
      button={STEP_WORDS.name.button}
      isBusy={save.isBusy}
      isReady={name.trim() !== ''}
      problem={save.problem}
      onSave={save.run}
    >
      <TextInput
        label="Your name"
        required
        withAsterisk={false}
        autoComplete="name"
        autoFocus
        size="md"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </StepForm>
  )
}

/** The business behind the account. */
export const CompanyStep = ({ account, onSaved }: Props) => {
  const [name, setName] = useState(account.teamMemberName)
  const [site, setSite] = useState(account.site)
  const [wasLeft, setLeft] = useState(false)
  const isSite = SITE.test(site.trim())
  const flags = { providedSiteAndName: true }
  const save = useStepSave(() => update({ teamMemberName: name, site, flags }), onSaved)
  return (
    <StepForm
      button={STEP_WORDS.company.button}
      isBusy={save.isBusy}
      isReady={isSite && name.trim() !== ''}
      problem={save.problem}
      onSave={save.run}
    >
      <TextInput
        label="First name"
        required
        withAsterisk={false}
        autoComplete="given-name"
        size="md"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Company site"
        required
        withAsterisk={false}
        type="url"
        autoComplete="url"
        autoFocus
        size="md"
        maxLength={200}
        placeholder="company.com"
        value={site}
        error={wasLeft && site !== '' && !isSite ? SITE_WRONG : undefined}
        onBlur={() => setLeft(true)}
        onChange={(event) => setSite(event.currentTarget.value)}
      />
    </StepForm>
  )
}

/** What the account is for. */
export const GoalsStep = ({ account, onSaved }: Props) => {
  const [goals, setGoals] = useState(account.goals)
  const [previousTool, setPreviousTool] = useState(account.previousTool)
  const save = useStepSave(() => update({ goals, previousTool }), onSaved)
  return (
    <StepForm
      button={STEP_WORDS.goals.button}
      isBusy={save.isBusy}
      isReady={goals.trim() !== ''}
      problem={save.problem}
      onSave={save.run}
    >
      <Textarea
        label="Your number one goal"
        required
        withAsterisk={false}
        autoFocus
        autosize
        minRows={3}
        maxRows={8}
        size="md"
        maxLength={2_000}
        value={goals}
        onChange={(event) => setGoals(event.currentTarget.value)}
      />
      <TextInput
        label="What did you use before?"
        description="Optional"
        size="md"
        maxLength={200}
        value={previousTool}
        onChange={(event) => setPreviousTool(event.currentTarget.value)}
      />
    </StepForm>
  )
}

/** A password, so that the way back is open. */
export const PasswordStep = ({ account, onSaved }: Props) => {
  const [password, setPassword] = useState('')
  const save = useStepSave(() => send(accessContract.setInitialPassword, { body: { password } }), onSaved)
  return (
    <StepForm
      button={STEP_WORDS.password.button}
      isBusy={save.isBusy}
      isReady={password.length >= PASSWORD_MIN}
      problem={save.problem}
      onSave={save.run}
      note={
        <small style={{ textAlign: 'center', color: 'var(--ink-3)' }}>
          By continuing you agree to the privacy policy and terms of service.
        </small>
      }
    >
      {/* Password managers store the address along with the password. */}
      <input type="email" autoComplete="username" value={account.teamMemberEmail} readOnly hidden />
      <PasswordField
        label="Password"
        isNew
        autoFocus
        size="md"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </StepForm>
  )
}
