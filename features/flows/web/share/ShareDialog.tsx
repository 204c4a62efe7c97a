import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { askFirst, CopyButton, ErrorPanel, keyOf, Skeleton, useCall, useMutate } from '@millrace/kit/web'
import { useQueryClient } from '@tanstack/react-query'
import { flowsContract as calls } from '../../contract/index.ts'
import { sharedAddress } from './sharedAddress.ts'

type Props = { flow: { id: number; name: string }; onClose(): void }

/** Hands out the link that shows a flow to anybody who has it, and takes it back. */
export default function ShareDialog({ flow: { id, name }, onClose }: Props) {
  const cache = useQueryClient()
  const asked = { params: { id } }
  const { data, error, refetch } = useCall(calls.getShareToken, asked, { staleMs: 0 })
  const revoke = useMutate(calls.revokeShareTokens, {
    success: 'Sharing ended: the link opens nothing any more.',
    onDone: () => {
      cache.removeQueries({ queryKey: keyOf(calls.getShareToken, asked) })
      onClose()
    },
  })
  const end = async () => {
    const isSure = await askFirst({
      title: 'Stop sharing this flow?',
      children: 'Every link to it that was sent so far opens nothing any more. You can share it again with a new link.',
      confirm: 'Stop sharing',
      danger: true,
    })
    if (isSure) revoke.mutate({ params: { id } })
  }
  const address = data && window.location.origin + sharedAddress(id, data.shareToken)
  return (
    <Modal opened onClose={onClose} title={`Share “${name}”`} size={520}>
      <Text size="sm" c="dimmed" mb="md">
        Whoever has this link sees the flow, its mails and its segments, and can copy them to an account of their own.
        Nobody can change anything. People, figures, names of your team and secret addresses stay with you.
      </Text>
      {error && <ErrorPanel title="Couldn't prepare flow for sharing." error={error} onRetry={() => void refetch()} />}
      {!error && !address && <Skeleton width="100%" height={32} />}
      {address && (
        <Group gap="sm" wrap="nowrap" align="flex-end">
          <TextInput
            label="Link"
            readOnly
            value={address}
            flex={1}
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton text={address} label="Copy link" withText />
        </Group>
      )}
      <Group justify="space-between" mt="lg">
        <Button variant="subtle" color="red" disabled={!data} loading={revoke.isPending} onClick={() => void end()}>
          Stop sharing
        </Button>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Modal>
  )
}
