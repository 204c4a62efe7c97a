import { Button, Menu } from '@mantine/core'
import {
  askFirst,
  EmptyState,
  ErrorPanel,
  exactly,
  Link,
  NarrowPage,
  PageHead,
  PageSkeleton,
  useEndless,
  useMutate,
} from '@millrace/kit/web'
import { IconCheck, IconCircleCheck, IconRepeat, IconX } from '@tabler/icons-react'
import { deliveryContract as calls } from '../../contract/calls.ts'
import type { Send } from '../../contract/sends.ts'
import { MenuButton } from '../parts/MenuButton.tsx'
import c from '../parts/senders.module.css'

const Resolve = ({ send }: { send: Send }) => {
  const resolve = useMutate(calls.resolveSend, { invalidates: [calls.listSends] })
  const say = (as: 'again' | 'accepted' | 'failed') =>
    resolve.mutate({ params: { id: send.id }, body: { at: send.at, as } })
  const again = async () => {
    const children = `If the first try did arrive after all, ${send.toAddress ?? 'the reader'} gets this mail twice.`
    if (await askFirst({ title: 'Send this mail again?', children, confirm: 'Send again' })) say('again')
  }
  return (
    <MenuButton label="Resolve" isBusy={resolve.isPending} size="xs">
      <Menu.Item leftSection={<IconCheck size={15} stroke={1.7} />} onClick={() => say('accepted')}>
        It arrived
      </Menu.Item>
      <Menu.Item leftSection={<IconRepeat size={15} stroke={1.7} />} onClick={() => void again()}>
        Send it again
      </Menu.Item>
      <Menu.Item leftSection={<IconX size={15} stroke={1.7} />} onClick={() => say('failed')}>
        It did not arrive
      </Menu.Item>
    </MenuButton>
  )
}

const Row = ({ send, mayResolve }: { send: Send; mayResolve: boolean }) => (
  <li className={c.row}>
    <div className={c.name}>
      <b>{send.personId ? <Link to={`/people/${send.personId}`}>{send.toAddress}</Link> : send.toAddress}</b>
      <small>{send.subject || send.emailName}</small>
      <small className={c.quiet}>
        {send.attemptedAt && `Tried ${exactly(send.attemptedAt)}. `}
        {send.why}
      </small>
    </div>
    {mayResolve && <Resolve send={send} />}
  </li>
)

const WORDS = {
  accepted: { title: 'Say that all of them arrived?', confirm: 'All arrived' },
  again: { title: 'Send all of them again?', confirm: 'Send all again' },
  failed: { title: 'Say that none of them arrived?', confirm: 'None arrived' },
} as const

const ResolveAll = () => {
  const resolve = useMutate(calls.resolveSends, {
    invalidates: [calls.listSends],
    success: 'They are being settled.',
  })
  const say = async (as: keyof typeof WORDS) => {
    const children =
      as === 'again'
        ? 'Those whose first try did arrive after all get their email twice.'
        : 'This holds for every uncertain email of the account, those that are not on this page too.'
    if (await askFirst({ ...WORDS[as], children })) resolve.mutate({ body: { as } })
  }
  return (
    <MenuButton label="Resolve all" isBusy={resolve.isPending}>
      <Menu.Item leftSection={<IconCheck size={15} stroke={1.7} />} onClick={() => void say('accepted')}>
        All arrived
      </Menu.Item>
      <Menu.Item leftSection={<IconRepeat size={15} stroke={1.7} />} onClick={() => void say('again')}>
        Send all again
      </Menu.Item>
      <Menu.Item leftSection={<IconX size={15} stroke={1.7} />} onClick={() => void say('failed')}>
        None arrived
      </Menu.Item>
    </MenuButton>
  )
}

/** Mails that were handed over, but whose answer was never heard. */
const UncertainMails = () => {
  const { pages, first, error, refetch, onEnd } = useEndless(calls.listSends, {
    query: { state: 'uncertain', limit: 100 },
  })
  const sends = pages?.flatMap((page) => page.sends) ?? []
  return (
    <NarrowPage>
      <PageHead
        title="Uncertain mail"
        sub="The connection broke after these were handed over and before the answer came. They are not sent again by themselves, so that nobody gets a mail twice."
        back={{ to: '/settings/email/addresses', label: 'Email settings' }}
      >
        {first?.mayResolve && sends.length > 1 && <ResolveAll />}
      </PageHead>
      {error && !first && <ErrorPanel error={error} onRetry={refetch} />}
      {!first && !error && <PageSkeleton />}
      {first && sends.length === 0 && (
        <EmptyState
          meaning="goal"
          icon={<IconCircleCheck size={24} stroke={1.6} />}
          title="Nothing is uncertain"
          text="Of every mail it is known whether it was accepted."
        />
      )}
      {first && sends.length > 0 && (
        <>
          <ul className={c.list} aria-label="Uncertain mails">
            {sends.map((send) => (
              <Row key={`${send.at} ${send.id}`} send={send} mayResolve={first.mayResolve} />
            ))}
          </ul>
          {onEnd && (
            <Button variant="subtle" onClick={onEnd}>
              Show more
            </Button>
          )}
        </>
      )}
    </NarrowPage>
  )
}

export default UncertainMails
