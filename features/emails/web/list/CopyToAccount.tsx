import { Button, Group, Modal, Select, Text } from '@mantine/core'
import { accessContract } from '@millrace/access/contract'
import { accountsContract } from '@millrace/accounts/contract'
import { ErrorPanel, Skeleton, sentenceOf, told, useCall, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import type { EmailSummary } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'

/** Copies an email into another account of the member; offers to go there. */
export default function CopyToAccount({ email, onClose }: { email: EmailSummary; onClose: () => void }) {
  const { data, error, refetch } = useCall(accountsContract.accountInfo)
  const [chosen, setChosen] = useState<string | null>(null)
  const copy = useMutate(calls.duplicateEmail, {
    onError: (failure) => told.error('Error while copying email.', sentenceOf(failure)),
  })
  const made = copy.data?.email
  const move = useMutate(accessContract.switchAccount, {
    onDone: () => window.location.assign(`/emails/${made?.id}`),
  })
  const others = data?.allAccounts.filter(({ id }) => id !== data.accountId) ?? []
  const target = Number(chosen ?? others[0]?.id ?? 0)
  const nameOf = (id: number) => others.find((one) => one.id === id)?.name || `Account ${id}`
  return (
    <Modal opened onClose={onClose} title={`Copy “${email.name}” to an account`} size={440}>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="60%" />}
      {data && !others.length && <Text>You have no other account that this email could be copied to.</Text>}
      {data && others.length > 0 && !made && (
        <>
          <Select
            label="Account"
            data={others.map(({ id }) => ({ value: String(id), label: nameOf(id) }))}
            value={String(target)}
            onChange={setChosen}
            allowDeselect={false}
            searchable
          />
          <Text size="xs" c="dimmed" mt={8}>
            The saved version is copied with its images and the snippets that it shows. Its category stays behind.
          </Text>
        </>
      )}
      {made && (
        <Text>
          “{made.name}” is in {nameOf(made.accountId)} now.
        </Text>
      )}
      <Group justify="flex-end" gap="sm" mt={16}>
        <Button variant="default" onClick={onClose}>
          {made ? 'Stay here' : 'Cancel'}
        </Button>
        {made ? (
          <Button loading={move.isPending} onClick={() => move.mutate({ params: { id: made.accountId } })}>
            Go there
          </Button>
        ) : (
          <Button
            disabled={!target}
            loading={copy.isPending}
            onClick={() => copy.mutate({ query: { 'target-account': target }, body: { id: email.id } })}
          >
            Copy
          </Button>
        )}
      </Group>
    </Modal>
  )
}
