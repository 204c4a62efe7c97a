import { Button, Stack } from '@mantine/core'
import { FormRow, issuesByField, sentenceOf, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { accessContract, PASSWORD_MIN } from '../../contract/index.ts'
import { Card } from './Card.tsx'
import { PasswordField } from './PasswordField.tsx'

const EMPTY = { currentPassword: '', password: '' }

/** Choosing another password; all other sessions end. */
export const PasswordCard = () => {
  const [form, setForm] = useState(EMPTY)
  const save = useMutate(accessContract.changePassword, {
    invalidates: [accessContract.listSessions],
    success: 'Password saved. You are logged out everywhere else.',
    onError: true,
    onDone: () => setForm(EMPTY),
  })
  const issues = issuesByField(save.error)
  const problem = save.error && !issues.currentPassword ? sentenceOf(save.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ body: form })
  }
  return (
    <Card title="Password" sub="Changing it logs you out everywhere else.">
      <form onSubmit={submit}>
        <FormRow label="Current password">
          {(id) => (
            <PasswordField
              id={id}
              value={form.currentPassword}
              error={issues.currentPassword}
              onChange={(event) => setForm({ ...form, currentPassword: event.currentTarget.value })}
            />
          )}
        </FormRow>
        <FormRow label="New password">
          {(id) => (
            <Stack gap="md" align="flex-start">
              <div style={{ alignSelf: 'stretch' }}>
                <PasswordField
                  id={id}
                  isNew
                  value={form.password}
                  error={problem}
                  onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
                />
              </div>
              <Button
                type="submit"
                loading={save.isPending}
                disabled={!form.currentPassword || form.password.length < PASSWORD_MIN}
              >
                Change password
              </Button>
            </Stack>
          )}
        </FormRow>
      </form>
    </Card>
  )
}
