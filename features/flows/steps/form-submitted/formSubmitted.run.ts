import { addressConditions } from '../../contract/addresses.ts'
import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import { eventMeets } from '../../server/rules/eventMeets.ts'
import type { ExternalFormValues, FormSubmittedValues, TrackedFormValues } from './formSubmitted.step.ts'

const entered = { key: null }
const explain = () => ({ isMet: null, fact: 'it is not known which forms were submitted', at: null })

const same = (a: unknown, b: string) => typeof a === 'string' && a.trim().toLowerCase() === b.toLowerCase()

/** Looks for the form by its id. */
export const formSubmittedTrigger: TriggerRun<FormSubmittedValues> = {
  match: ({ formId }) => ({ kind: 'form.submitted', about: { id: formId } }),
  explain,
}

/** Looks for the form by its mark and its page; one form may stand on several pages. */
export const trackedFormSubmittedTrigger: TriggerRun<TrackedFormValues> = {
  match: ({ formHash, url }) => ({
    kind: 'form.tracked',
    about: 'any',
    meets: ({ data }, at) =>
      data?.formHash === formHash && eventMeets(addressConditions('url', url, 'is'), { url: data.url }, at)
        ? entered
        : undefined,
  }),
  explain,
}

/** Looks for the form by its name. */
export const externalFormSubmittedTrigger: TriggerRun<ExternalFormValues> = {
  match: ({ name }) => ({
    kind: 'form.external',
    about: 'any',
    meets: ({ data }) => (same(data?.name, name) ? entered : undefined),
  }),
  explain,
}
