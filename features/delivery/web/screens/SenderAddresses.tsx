import { ActionIcon, Badge, Button, Menu, TextInput } from '@mantine/core'
import {
  ago,
  askFirst,
  Banner,
  EmptyState,
  ErrorPanel,
  exactly,
  Link,
  NarrowPage,
  PageHead,
  PermissionBanner,
  Skeleton,
  useCall,
  useMay,
  useMutate,
  useSignedIn,
} from '@millrace/kit/web'
import { IconAt, IconDots, IconMailForward, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { deliveryContract as calls } from '../../contract/calls.ts'
import type { SenderAddress } from '../../contract/senders.ts'
import c from '../parts/senders.module.css'

const useAsk = (onDone?: () => void) =>
  useMutate(calls.addSenderAddress, {
    invalidates: [calls.listSenderAddresses],
    success: ({ address }) => (address.status === 'verified' ? 'Saved' : 'Verification email sent'),
    ...(onDone && { onDone }),
  })

const NewAddress = ({ suggestion }: { suggestion: string | undefined }) => {
  const [email, setEmail] = useState('')
  const ask = useAsk(() => setEmail(''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim()) ask.mutate({ body: { email } })
  }
  return (
    <form className={c.add} onSubmit={submit}>
      <TextInput
        className={c.input}
        type="email"
        label="Add an address"
        description="We mail it a link. Once its owner confirms, you can write from it."
        placeholder="you@yourcompany.com"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        leftSection={<IconAt size={15} stroke={1.7} aria-hidden />}
      />
      <Button type="submit" loading={ask.isPending} disabled={!email.trim()}>
        Verify address
      </Button>
      {suggestion && !email && (
        <button type="button" className={c.suggestion} onClick={() => setEmail(suggestion)}>
          Use {suggestion}
        </button>
      )}
    </form>
  )
}

const Actions = ({ address }: { address: SenderAddress }) => {
  const ask = useAsk()
  const remove = useMutate(calls.deleteSenderAddress, { invalidates: [calls.listSenderAddresses] })
  const { email } = address
  const onRemove = async () => {
    const children = `Mail from ${email} is not sent from then on, in running flows too. It waits, and is dropped unless the address, or its domain, is verified again in time.`
    const yes = await askFirst({ title: `Remove ${email}?`, children, confirm: 'Remove', danger: true })
    if (yes) remove.mutate({ params: { email } })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={`Actions for ${email}`}>
          <IconDots size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {address.status === 'pending' && (
          <Menu.Item
            leftSection={<IconMailForward size={15} stroke={1.7} />}
            onClick={() => ask.mutate({ body: { email } })}
          >
            Send the link again
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.7} />} onClick={() => void onRemove()}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Row = ({ address, mayWrite }: { address: SenderAddress; mayWrite: boolean }) => (
  <li className={c.row}>
    <div className={c.name}>
      <b>{address.email}</b>
      <small title={exactly(address.updatedAt)}>
        {address.status === 'verified' ? `Verified ${ago(address.updatedAt)}` : `Link sent ${ago(address.updatedAt)}`}
      </small>
    </div>
    <Badge variant="light" size="sm" color={address.status === 'verified' ? 'green' : 'amber'}>
      {address.status === 'verified' ? 'Verified' : 'Pending'}
    </Badge>
    {mayWrite && <Actions address={address} />}
  </li>
)

const Uncertain = () => {
  const mayRead = useMay('emails:read')
  const { data } = useCall(calls.listSends, { query: { state: 'uncertain', limit: 1 } }, { enabled: mayRead })
  if (!data?.sends.length) return null
  return (
    <Banner action={<Link to="/settings/email/uncertain">Show them</Link>}>
      Of some mails it is not known whether they arrived.
    </Banner>
  )
}

const Loading = () => (
  <div className={c.list} aria-busy="true">
    {[0, 1, 2].map((row) => (
      <div key={row} className={c.row}>
        <Skeleton width={220} />
      </div>
    ))}
  </div>
)

/** Addresses that the account may write from. */
const SenderAddresses = () => {
  const mayWrite = useMay('emailSettings:write')
  const { email } = useSignedIn()
  const { data, error, refetch } = useCall(calls.listSenderAddresses, undefined, { everyMs: 5_000 })
  const addresses = data?.addresses
  const suggestion = addresses?.some((address) => address.email === email.toLowerCase()) ? undefined : email
  return (
    <NarrowPage>
      <PageHead
        title="Sender addresses"
        sub="The addresses that your emails come from. Each is verified by a mail to it."
      />
      <Uncertain />
      {mayWrite ? (
        <NewAddress suggestion={addresses && suggestion} />
      ) : (
        <PermissionBanner scope="emailSettings:write" />
      )}
      {error && !data && <ErrorPanel error={error} onRetry={refetch} />}
      {!error && !addresses && <Loading />}
      {addresses?.length === 0 && (
        <EmptyState
          icon={<IconAt size={24} stroke={1.6} />}
          title="No sender address yet"
          text="Mail can only be sent from an address that is verified, or from any address on a verified domain."
          example={`Verify ${email}, then choose it as “From” in an email.`}
        />
      )}
      {addresses && addresses.length > 0 && (
        <ul className={c.list} aria-label="Sender addresses">
          {addresses.map((address) => (
            <Row key={address.email} address={address} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
    </NarrowPage>
  )
}

export default SenderAddresses
