import { Button } from '@mantine/core'
import {
  ErrorPanel,
  NarrowPage,
  PageHead,
  PageSkeleton,
  PermissionBanner,
  told,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { useState } from 'react'
import { deliveryContract as calls } from '../../contract/calls.ts'
import { MailRules } from '../../contract/rules.ts'
import { Caps } from '../rules/Caps.tsx'
import { ControlGroup } from '../rules/ControlGroup.tsx'
import { Quiet } from '../rules/Quiet.tsx'
import c from '../rules/rules.module.css'
import { Speed } from '../rules/Speed.tsx'
import { Waiting } from '../rules/Waiting.tsx'

const Rules = ({ saved, isReadOnly }: { saved: MailRules; isReadOnly: boolean }) => {
  const [rules, setRules] = useState(saved)
  const save = useMutate(calls.updateMailRules, {
    invalidates: [calls.getMailRules],
    success: 'Settings updated.',
    onError: () => told.error('Error while updating settings.'),
  })
  const change = (part: Partial<MailRules>) => setRules((before) => ({ ...before, ...part }))
  const issue = MailRules.safeParse(rules).error?.issues[0]
  const isChanged = JSON.stringify(rules) !== JSON.stringify(saved)
  const parts = { rules, change, isReadOnly }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!issue) save.mutate({ body: rules })
      }}
    >
      <Caps {...parts} />
      <Quiet {...parts} />
      <ControlGroup {...parts} />
      <Speed {...parts} />
      <Waiting {...parts} />
      {!isReadOnly && (
        <div className={c.foot}>
          <span role="alert" className={c.issue}>
            {isChanged && issue?.message}
          </span>
          <Button variant="default" disabled={!isChanged} onClick={() => setRules(saved)}>
            Discard
          </Button>
          <Button type="submit" disabled={!isChanged || !!issue} loading={save.isPending}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}

/** What holds mail back, for the whole account. */
const SendingRules = () => {
  const { data, error, refetch } = useCall(calls.getMailRules)
  const mayWrite = useMay('emailSettings:write')
  return (
    <NarrowPage>
      <PageHead
        title="Sending rules"
        sub="What holds marketing mail back. Mail that waits is shown as held and goes by itself; transactional mail passes."
      />
      {!mayWrite && <PermissionBanner scope="emailSettings:write" />}
      {error && !data && <ErrorPanel error={error} onRetry={refetch} />}
      {!data && !error && <PageSkeleton />}
      {data && <Rules key={JSON.stringify(data.rules)} saved={data.rules} isReadOnly={!mayWrite} />}
    </NarrowPage>
  )
}

export default SendingRules
