import { Switch } from '@mantine/core'
import { Card } from '@millrace/access/web'
import type { Result } from '@millrace/kit/contract'
import {
  ErrorPanel,
  FormRow,
  NarrowPage,
  PageHead,
  PageSkeleton,
  PermissionBanner,
  told,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { accountCalls } from '../../contract/index.ts'
import { LinkUtms } from '../email/LinkUtms.tsx'
import { SavedField } from '../parts/SavedField.tsx'
import { SHOWN } from '../parts/shown.ts'

type Account = Result<typeof accountCalls.accountInfo>

const AutoSave = ({ account, isReadOnly }: { account: Account; isReadOnly: boolean }) => {
  const save = useMutate(accountCalls.updateAccount, {
    invalidates: SHOWN,
    success: 'Settings updated.',
    onError: () => told.error('Error while updating settings.'),
  })
  const isOn = save.isPending
    ? (save.variables?.body?.autoSaveEmails ?? account.autoSaveEmails)
    : account.autoSaveEmails
  return (
    <FormRow label="Save by itself" help="What is written is kept as a draft every few seconds.">
      {(id) => (
        <Switch
          id={id}
          checked={isOn}
          disabled={isReadOnly}
          onChange={(event) => save.mutate({ body: { autoSaveEmails: event.currentTarget.checked } })}
        />
      )}
    </FormRow>
  )
}

/** What holds for all mail of the account: the address at its foot, parameters of its links, the editor. */
const EmailGeneral = () => {
  const { data: account, error, refetch } = useCall(accountCalls.accountInfo)
  const mayWrite = useMay('emailSettings:write')
  const mayChangeAccount = useMay('account:write')
  return (
    <NarrowPage>
      <PageHead title="Email settings" sub="What holds for every email of the account." />
      {!mayWrite && <PermissionBanner scope="emailSettings:write" />}
      {error && !account && <ErrorPanel error={error} onRetry={refetch} />}
      {!account && !error && <PageSkeleton />}
      {account && (
        <>
          <Card title="At the foot of every email">
            <SavedField
              part="mailingAddress"
              label="Mailing address"
              word="mailing address"
              help="The law asks for it in many countries."
              value={account.mailingAddress}
              isLong
              maxLength={500}
              isReadOnly={!mayChangeAccount}
            />
          </Card>
          <LinkUtms
            key={JSON.stringify(account.linkUTMs)}
            saved={account.linkUTMs}
            site={account.site}
            isReadOnly={!mayWrite}
          />
          <Card title="Editor">
            <AutoSave account={account} isReadOnly={!mayWrite} />
          </Card>
        </>
      )}
    </NarrowPage>
  )
}

export default EmailGeneral
