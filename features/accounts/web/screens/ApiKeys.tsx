import { Button } from '@mantine/core'
import { accessContract } from '@millrace/access/contract'
import { Card } from '@millrace/access/web'
import type { Result } from '@millrace/kit/contract'
import {
  ago,
  askFirst,
  CopyButton,
  ErrorPanel,
  NarrowPage,
  PageHead,
  PageSkeleton,
  PermissionBanner,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconRefresh } from '@tabler/icons-react'
import { accountCalls } from '../../contract/index.ts'
import css from '../parts/KeyRow.module.css'
import { KeyRow } from '../parts/KeyRow.tsx'
import { SHOWN } from '../parts/shown.ts'

type Account = Result<typeof accountCalls.accountInfo>
type Key = NonNullable<Account['apiKeys']>[number]

const RotateButton = ({ apiKey }: { apiKey: Key }) => {
  const rotate = useMutate(accessContract.rotateApiKey, { invalidates: SHOWN, success: 'The new key is ready.' })
  const ask = async () => {
    const isSure = await askFirst({
      title: 'Replace the secret key?',
      children: 'The old key stops working at once: programs that use it are refused until they get the new one.',
      confirm: 'Replace',
      danger: true,
    })
    if (isSure) rotate.mutate({ body: { id: apiKey.id } })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={15} stroke={1.7} aria-hidden />}
      loading={rotate.isPending}
      onClick={() => void ask()}
    >
      Replace
    </Button>
  )
}

const used = ({ createdAt, usedAt }: Key) =>
  `Made ${ago(createdAt)}, ${usedAt ? `last used ${ago(usedAt)}` : 'never used'}.`

const exampleFor = (writeKey: string) => `curl ${window.location.origin}/v1/events \\
  -H 'X-Millrace-Token: ${writeKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "events": [{
      "name": "Signed up for trial",
      "user": { "email": "ines@acme.example", "firstName": "Ines" },
      "properties": { "plan": "trial" }
    }]
  }'`

const Example = ({ writeKey }: { writeKey: string }) => {
  const text = exampleFor(writeKey)
  return (
    <Card title="Try it" sub="Records an event for a person. A flow that waits for it starts within a second.">
      <div className={css.code}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre role="region" tabIndex={0} aria-label="Example">
          {text}
        </pre>
        <CopyButton text={text} label="Copy example" />
      </div>
    </Card>
  )
}

const SecretKeys = ({ keys }: { keys: readonly Key[] }) => {
  const mayRotate = useMay('apiKeys:write')
  return keys.map((apiKey) => (
    <Card
      key={apiKey.id}
      title={apiKey.name}
      sub={`For your servers: it may do everything through the API. ${used(apiKey)}`}
      action={mayRotate && <RotateButton apiKey={apiKey} />}
    >
      <KeyRow key={apiKey.key} label={apiKey.name} value={apiKey.key} isSecret />
    </Card>
  ))
}

/** The keys of the API, with an example that works when it is pasted. */
const ApiKeys = () => {
  const { data: account, error, refetch } = useCall(accountCalls.accountInfo)
  return (
    <NarrowPage>
      <PageHead title="API keys" sub="How your product talks to Millrace.">
        <Button component="a" variant="default" href="/docs" target="_blank" rel="noopener">
          API reference
        </Button>
      </PageHead>
      {error && <ErrorPanel error={error} onRetry={refetch} title="Error while loading your account." />}
      {!account && !error && <PageSkeleton />}
      {account && (
        <>
          {account.apiKeys ? <SecretKeys keys={account.apiKeys} /> : <PermissionBanner scope="apiKeys:read" />}
          <Card
            title="Write key"
            sub="For your site and your apps: it can only record people and events, so it may be seen."
          >
            <KeyRow label="Write key" value={account.writeKey} />
          </Card>
          <Example writeKey={account.writeKey} />
        </>
      )}
    </NarrowPage>
  )
}

export default ApiKeys
