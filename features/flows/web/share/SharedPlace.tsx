import { accountsContract } from '@millrace/accounts/contract'
import { addressShape, param, useAddress, useCall, useIdParam, usePath } from '@millrace/kit/web'
import type { ReactNode } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import { SharedFlow } from './SharedFlow.tsx'
import { SharedSegment } from './SharedSegment.tsx'
import css from './share.module.css'
import { TakeOver } from './TakeOver.tsx'

const Address = addressShape({
  'read-only-auth': param.text(),
  'flow-read-auth': param.text(),
  /** The flow that a segment was shared with. */
  flow: param.number(),
  /** The copy is to be made at once. */
  copy: param.number(),
})

type FrameProps = { title: string | undefined; flowId: number | undefined; token: string; children: ReactNode }

const Frame = ({ title, flowId, token, children }: FrameProps) => {
  const [{ copy }, setAddress] = useAddress(Address)
  const account = useCall(accountsContract.accountInfo)
  return (
    <div className={css.shell}>
      <header className={css.top}>
        <h1>{title ?? 'Shared flow'}</h1>
        {flowId !== undefined && title !== undefined && (
          <TakeOver
            flow={{ id: flowId, name: title }}
            token={token}
            isSignedIn={account.isPending ? undefined : Boolean(account.data)}
            isOpen={copy === 1}
            onOpen={(isOpen) => setAddress({ copy: isOpen ? 1 : undefined })}
          />
        )}
      </header>
      <main className={css.main}>{children}</main>
    </div>
  )
}

/** What a link shows that somebody shared: a flow, or a segment of it, to whoever has the link. */
export default function SharedPlace() {
  const [address] = useAddress(Address)
  const id = useIdParam()
  const isSegment = usePath().startsWith('/segments')
  const token = (isSegment ? address['flow-read-auth'] : address['read-only-auth']) ?? ''
  const flowId = isSegment ? address.flow : id
  const asked = { params: { id: flowId ?? 0 }, query: { 'read-only-auth': token } }
  const flow = useCall(calls.getFlow, asked, { enabled: flowId !== undefined })
  return (
    <Frame title={flow.data?.integration.name} flowId={flowId} token={token}>
      {isSegment ? (
        <SharedSegment id={id ?? 0} flowId={flowId} token={token} />
      ) : (
        <SharedFlow flow={flow.data?.integration} error={flow.error} token={token} />
      )}
    </Frame>
  )
}
