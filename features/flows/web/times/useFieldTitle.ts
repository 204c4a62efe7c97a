import { useCall } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'

/** What a person field is called. */
export const useFieldTitle = (name: string | undefined): string | undefined => {
  const { data } = useCall(peopleContract.listFields)
  return data?.fields.find((field) => field.name === name)?.title || name
}
