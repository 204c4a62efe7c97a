import { type Flow, type Step, stepTypeOf, summaryOf, withoutSecrets } from '../../contract/index.ts'

const ADDRESS = /[^\s@{}]+@[^\s@{}]+\.[^\s@{}]+/

const NOBODY = { entered: 0, queued: 0 }

/** Settings that may be seen by anybody: no secrets, no mail addresses, nothing of services that are not known here. */
const openValues = (step: Step): Record<string, unknown> => {
  const type = stepTypeOf(step)
  if (!type) return {}
  const values = Object.entries(withoutSecrets(type, step.inputFields.values))
  return Object.fromEntries(
    values.filter(([setting, value]) => type.holds[setting] !== 'liquid' || !ADDRESS.test(String(value))),
  )
}

const shared = (step: Step): Step => {
  const values = openValues(step)
  const { title, text } = summaryOf({ ...step, inputFields: { values } })
  return {
    ...step,
    inputFields: { schema: {}, values },
    outputFields: { schema: {}, values: {} },
    data: { ...step.data, peopleCounts: NOBODY, failed: 0 },
    preview: [title, text].filter(Boolean).join(': '),
  }
}

/** A flow as whoever holds its token sees it: how it works, but no figures, secrets, addresses or names of members. */
export const asShared = (flow: Flow): Flow => ({
  ...flow,
  updatedBy: null,
  activatedAt: null,
  steps: Object.fromEntries(Object.entries(flow.steps).map(([id, step]) => [id, shared(step)])),
})
