import { Button, Modal, Stack, Text } from '@mantine/core'
import { loginAddress } from '@millrace/kit/web'

/** Asks a stranger to sign up or in; either leads back to the copy. */
export default function RegisterDialog({ onClose }: { onClose(): void }) {
  const back = window.location.pathname + window.location.search
  return (
    <Modal opened onClose={onClose} title="Copy this flow to your account" size={420}>
      <Text size="sm" c="dimmed" mb="lg">
        Open an account to make it yours: the flow comes with its mails, segments and tags, and you can change all of
        it. It takes a minute, and brings you back here.
      </Text>
      <Stack gap={10}>
        <Button component="a" href={`/register?after-register=${encodeURIComponent(back)}`} data-autofocus>
          Start a free trial
        </Button>
        <Button component="a" href={loginAddress(back)} variant="default">
          Log in
        </Button>
      </Stack>
    </Modal>
  )
}
