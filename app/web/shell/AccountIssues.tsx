import { ActionIcon, Button, Group, Modal, Text } from '@mantine/core'
import { accountsContract } from '@millrace/accounts/contract'
import { askFor, forget, queryClient, useCall } from '@millrace/kit/web'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { PAUSED, sendingWords, triesToSend } from './sendingIssues.ts'

const EVERY = 5 * 60_000

/** Opens the warning again whenever somebody sends, or starts what sends. */
const useTries = (onTry: () => void) =>
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.state.status !== 'success') return
        const { mutationKey } = mutation.options
        if (!triesToSend(mutationKey, mutation.state.variables, true)) return
        void forget(accountsContract.accountIssues).then(async () => {
          const { issues } = await askFor(accountsContract.accountIssues)
          if (triesToSend(mutationKey, mutation.state.variables, sendingWords(issues) === PAUSED)) onTry()
        })
      }),
    [onTry],
  )

/** The warning in the top bar while the account's mail is kept back, and the dialog that says why. */
export const AccountIssues = () => {
  const { data } = useCall(accountsContract.accountIssues, undefined, { everyMs: EVERY })
  const [isOpen, setOpen] = useState(false)
  const [show] = useState(() => () => setOpen(true))
  useTries(show)
  const words = sendingWords(data?.issues ?? [])
  if (!words) return null
  const close = () => setOpen(false)
  return (
    <>
      <ActionIcon color="amber" variant="light" aria-label={words.title} title={words.title} onClick={show}>
        <IconAlertTriangle size={17} stroke={1.8} />
      </ActionIcon>
      <Modal opened={isOpen} onClose={close} title={words.title} size={440}>
        {words.text.map((sentence) => (
          <Text key={sentence} size="sm" mb="sm">
            {sentence}
          </Text>
        ))}
        <Group justify="flex-end" mt="lg">
          <Button onClick={close} data-autofocus>
            Close
          </Button>
        </Group>
      </Modal>
    </>
  )
}
