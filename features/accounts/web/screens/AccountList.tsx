import { Badge, Button } from '@mantine/core'
import {
  addressShape,
  ErrorPanel,
  NarrowPage,
  PageHead,
  PersonAvatar,
  param,
  Skeleton,
  useAddress,
  useCall,
  useMay,
} from '@millrace/kit/web'
import { IconPlus } from '@tabler/icons-react'
import { accountCalls } from '../../contract/index.ts'
import { NewAccountModal } from '../parts/NewAccountModal.tsx'
import { useSwitchAccount } from '../parts/useSwitchAccount.ts'
import css from './AccountList.module.css'

const Address = addressShape({ new: param.text() })

const shortSite = (site: string) => site.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

const List = () => {
  const { data: account, error, refetch } = useCall(accountCalls.accountInfo)
  const { switchTo, switchingTo } = useSwitchAccount()
  if (error) return <ErrorPanel error={error} onRetry={refetch} title="Error while loading your account." />
  return (
    <ul className={css.list} aria-busy={!account}>
      {account?.allAccounts.map(({ id, name, site }) => (
        <li key={id} className={css.line}>
          <PersonAvatar id={id} name={name || shortSite(site)} size={32} />
          <div className={css.text}>
            <b>{name || shortSite(site) || `Account ${id}`}</b>
            <span>{shortSite(site)}</span>
          </div>
          {id === account.accountId ? (
            <Badge color="green">You are here</Badge>
          ) : (
            <Button
              variant="default"
              loading={switchingTo === id}
              disabled={switchingTo !== undefined}
              aria-label={`Switch to ${name}`}
              onClick={() => switchTo(id)}
            >
              Switch
            </Button>
          )}
        </li>
      )) ?? (
        <li className={css.line}>
          <Skeleton width={32} height={32} />
          <Skeleton width={200} />
        </li>
      )}
    </ul>
  )
}

/** The accounts of a member; switching leads home in the other one. */
const AccountList = () => {
  const [address, change] = useAddress(Address)
  const mayAdd = useMay('subaccounts:write')
  return (
    <NarrowPage>
      <PageHead
        title="Accounts"
        sub="Each keeps its own people, flows and emails. Added ones are paid for by this one."
      >
        {mayAdd && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => change({ new: '1' }, { push: true })}
          >
            Add account
          </Button>
        )}
      </PageHead>
      <List />
      <NewAccountModal opened={Boolean(address.new) && mayAdd} onClose={() => change({ new: undefined })} />
    </NarrowPage>
  )
}

export default AccountList
