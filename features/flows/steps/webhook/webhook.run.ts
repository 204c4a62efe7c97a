import type { OutputMapping } from '../../contract/index.ts'
import { callingRun } from '../../server/outside/callingRun.ts'
import { keepOutputs } from '../../server/outside/keepOutputs.ts'
import { partOf } from '../../server/outside/partOf.ts'
import { webhookCall } from '../../server/outside/webhookCall.ts'
import type { WebhookValues } from './webhook.step.ts'

const mappingOf = ({ saveAs, saveFrom = '', mapOutput = [] }: WebhookValues): OutputMapping =>
  saveAs ? [{ from: saveFrom, field: saveAs }, ...mapOutput] : mapOutput

/** Calls for each person, keeps parts of the answer in fields where that is wanted, and goes on. */
export const runWebhook = callingRun<WebhookValues>({
  calls: webhookCall,
  perMinute: ({ perMinute }) => perMinute,
  answered: (context, values, answers) =>
    keepOutputs(
      context,
      'Webhook',
      mappingOf(values),
      answers.map(({ token, reply }) => ({ personId: token.personId, value: partOf(reply.body, undefined) })),
    ),
})
