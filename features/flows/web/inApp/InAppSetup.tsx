import { Button } from '@mantine/core'
import { askFirst, PermissionBanner, useCall, useMay, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import { Copied, Hint, Part, Wrong } from '../inspector/parts.tsx'

const pageOf = ({ script, writeKey }: { script: string; writeKey: string }) => `<script async
  src="${script}"
  data-key="${writeKey}"
  data-user-id="{{ id of the signed-in user }}"
  data-user-hash="{{ hash }}"></script>`

const SERVER = `hash = hmac_sha256(secret, user_id) as hex

// Node.js
createHmac('sha256', secret).update(userId).digest('hex')`

/** What makes messages appear on the account's own pages: a script, and a signature that tells who reads. */
export const InAppSetup = () => {
  const [isShown, setShown] = useState(false)
  const [may, mayRotate] = [useMay('apiKeys:read'), useMay('apiKeys:write')]
  const { data, error } = useCall(calls.getInAppSecret, undefined, { enabled: may && isShown })
  const rotate = useMutate(calls.rotateInAppSecret, {
    invalidates: [calls.getInAppSecret],
    success: 'The secret was replaced.',
  })
  const ask = async () => {
    const isSure = await askFirst({
      title: 'Replace the secret?',
      children: 'Nobody sees messages until your server signs with the new one.',
      confirm: 'Replace',
      danger: true,
    })
    if (isSure) rotate.mutate({})
  }
  return (
    <Part title="On your pages">
      <Hint>
        A script on your pages shows messages. Users are told by their user ID with a signature of your server, so that
        nobody reads what is for somebody else; visitors who are not known yet by their anonymous ID.
      </Hint>
      {!isShown && (
        <Button variant="default" onClick={() => setShown(true)}>
          Show how
        </Button>
      )}
      {isShown && !may && <PermissionBanner scope="apiKeys:read" />}
      {error && <Wrong>{error.message}</Wrong>}
      {isShown && data && (
        <>
          <Hint>1. On your pages:</Hint>
          <Copied text={pageOf(data)} label="Copy the script" />
          <Hint>2. On your server, the hash of each user ID:</Hint>
          <Copied text={SERVER} label="Copy the code" />
          <Hint>with this secret, which belongs on no page:</Hint>
          <Copied text={data.secret} label="Copy the secret" />
          {mayRotate && (
            <Button variant="default" size="xs" loading={rotate.isPending} onClick={() => void ask()}>
              Replace the secret
            </Button>
          )}
        </>
      )}
    </Part>
  )
}
