import { mailAccount, packEmails, previewPacked } from '@millrace/emails/server'
import { type House, notFound } from '@millrace/kit/server'
import { packSegments } from '@millrace/segments/server'
import type { FlowSegment, MailPreview } from '../../contract/index.ts'
import { packSteps } from '../copy/packFlow.ts'
import { refsOfStep } from '../copy/refsOfFile.ts'
import { readFlow } from '../verbs/readFlow.ts'

/** One email of a flow as an example person would get it; 404 where the flow does not use it. */
export const previewFlowEmail = async (
  house: House,
  accountId: number,
  flowId: number,
  emailId: number,
): Promise<MailPreview> => {
  const { email, account } = await house.db.account(accountId, async (tx) => {
    const { steps } = packSteps(await readFlow(tx, accountId, flowId))
    const isUsed = steps.some((step) => refsOfStep(step).emails.includes(emailId))
    const [email] = isUsed ? await packEmails(tx, accountId, [emailId]) : []
    if (!email) throw notFound()
    return { email, account: await mailAccount(tx, accountId) }
  })
  return { id: emailId, ...(await previewPacked(email, account)) }
}

/** Segments that a flow uses and those that they are made of, with whom they catch. */
export const segmentsOfFlow = (house: House, accountId: number, flowId: number): Promise<FlowSegment[]> =>
  house.db.account(accountId, async (tx) => {
    const { steps } = await readFlow(tx, accountId, flowId)
    const refs = Object.values(steps).map(({ inputFields, ...step }) =>
      refsOfStep({ ...step, values: inputFields.values }),
    )
    const packed = await packSegments(
      tx,
      accountId,
      refs.flatMap(({ segments }) => segments),
    )
    return packed.map(({ id, name, color, conditions }) => ({ id, name, color, conditions }))
  })
