import { Button, Group, Modal, Select, Text } from '@mantine/core'
import { accessContract } from '@millrace/access/contract'
import { accountsContract } from '@millrace/accounts/contract'
import { emailsContract } from '@millrace/emails/contract'
import type { Result } from '@millrace/kit/contract'
import { ErrorPanel, Skeleton, sentenceOf, told, useCall, useMutate } from '@millrace/kit/web'
import { segmentsContract } from '@millrace/segments/contract'
import { useState } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import { AttachedList } from './AttachedList.tsx'
import { CopyResult } from './CopyResult.tsx'

type Made = Result<typeof calls.createFlow>
type Account = Result<typeof accountsContract.accountInfo>

type Props = {
  flow: { id: number; name: string }
  /** A flow that was shared: every account can take it, the current one first. */
  token?: string | undefined
  onClose(): void
  /** The copy is in the account that is open. */
  onCopied(id: number): void
}

const nameOf = ({ id, name, site }: Account['allAccounts'][number]) => name || site || `Account ${id}`

const choicesOf = (account: Account, isShared: boolean) =>
  account.allAccounts.filter(({ id }) => isShared || account.allAccounts.length === 1 || id !== account.accountId)

const useCopy = ({ flow, token, onCopied }: Props, account: Account | undefined) => {
  const [made, setMade] = useState<{ answer: Made; accountId: number }>()
  const copy = useMutate(calls.createFlow, {
    invalidates: [calls.listFlows, emailsContract.listEmails, segmentsContract.listSegments],
    success: 'Flow copied.',
    onError: (error) => told.error('Error while creating flow.', sentenceOf(error)),
    onDone: (answer, input) => {
      const accountId = input.query?.['target-account'] ?? account?.accountId ?? 0
      if (accountId === account?.accountId && !token) onCopied(answer.integration.id)
      else setMade({ answer, accountId })
    },
  })
  const to = (accountId: number) =>
    copy.mutate({
      query: { source: flow.id, 'target-account': accountId, ...(token && { 'read-only-auth': token }) },
    })
  return { made, to, isPending: copy.isPending }
}

/** Copies a flow with everything attached to it: beside itself, or into another account. */
export default function CopyDialog(props: Props) {
  const { flow, token, onClose, onCopied } = props
  const { data: account, error } = useCall(accountsContract.accountInfo)
  const [chosen, setChosen] = useState<string | null>(null)
  const { made, to, isPending } = useCopy(props, account)
  const move = useMutate(accessContract.switchAccount, {
    onDone: () => window.location.assign(`/flows/${made?.answer.integration.id}`),
  })
  const isShared = token !== undefined
  const choices = account ? choicesOf(account, isShared) : []
  const preset = isShared ? account?.accountId : choices[0]?.id
  const target = chosen ? Number(chosen) : preset
  const targetName = choices.find(({ id }) => id === made?.accountId)
  const open = () => {
    if (!made) return
    if (made.accountId === account?.accountId) onCopied(made.answer.integration.id)
    else move.mutate({ params: { id: made.accountId } })
  }
  if (made) {
    return (
      <Modal opened onClose={onClose} title="Flow copied." size={480}>
        <CopyResult made={made.answer} accountName={targetName ? nameOf(targetName) : ''} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Stay here
          </Button>
          <Button loading={move.isPending} onClick={open} data-autofocus>
            Open the copy
          </Button>
        </Group>
      </Modal>
    )
  }
  return (
    <Modal opened onClose={onClose} title={`Copy “${flow.name}”`} size={480}>
      {error && <ErrorPanel error={error} />}
      {!account && !error && <Skeleton width="100%" height={32} />}
      {choices.length > 1 || (account && target !== account.accountId) ? (
        <Select
          label="Into the account"
          data={choices.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
          value={target === undefined ? null : String(target)}
          onChange={setChosen}
          allowDeselect={false}
          data-autofocus
        />
      ) : (
        account && <Text size="sm">The copy is made in {nameOf(account.allAccounts[0] as never)}.</Text>
      )}
      <Text size="sm" c="dimmed" mt="sm">
        The copy is switched off, and nobody is in it.
        {(isShared || target !== account?.accountId) &&
          ' Mails, segments, fields and tags come along; nothing that is there already is changed.'}
      </Text>
      {(isShared || target !== account?.accountId) && <AttachedList flowId={flow.id} token={token} />}
      <Group justify="space-between" mt="lg">
        {!isShared && account && target !== account.accountId ? (
          <Button variant="subtle" disabled={isPending} onClick={() => to(account.accountId)}>
            Copy within this account
          </Button>
        ) : (
          <span />
        )}
        <Group gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={isPending}
            disabled={target === undefined}
            onClick={() => target && to(target)}
            data-autofocus={choices.length < 2 || undefined}
          >
            Copy flow
          </Button>
        </Group>
      </Group>
    </Modal>
  )
}
