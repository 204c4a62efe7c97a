import { useCall, useMay } from '@millrace/kit/web'
import { objectsContract } from '../contract/index.ts'
import { addressOfSchema } from './data.ts'

/** One entry for each kind of object but people: companies where the account has them, then its own. */
export const useObjectEntries = (): { label: string; to: string }[] => {
  const mayRead = useMay('people:read')
  const { data } = useCall(objectsContract.listSchemas, undefined, { enabled: mayRead })
  return (data?.schemas ?? [])
    .slice(1)
    .map(({ name, displayNamePlural }) => ({ label: displayNamePlural, to: addressOfSchema(name) }))
}
