import { Select } from '@mantine/core'
import { useCall, useMay } from '@millrace/kit/web'
import { objectsContract } from '@millrace/objects/contract'
import { OF_PEOPLE } from '../../contract/subjects.ts'

type Props = { value: string; onChange(objectType: string): void }

/** What a new flow takes: people, companies or another kind of objects. It stays what it is made with. */
export const KindChoice = ({ value, onChange }: Props) => {
  const mayRead = useMay('people:read')
  const { data } = useCall(objectsContract.listSchemas, {}, { enabled: mayRead })
  const kinds = (data?.schemas ?? []).map(({ name, displayNamePlural }) => ({ value: name, label: displayNamePlural }))
  if (kinds.length < 2) return null
  return (
    <Select
      label="Who goes through it"
      description={value === OF_PEOPLE ? undefined : 'Steps for people, such as mails, are not offered.'}
      data={kinds}
      value={value}
      allowDeselect={false}
      onChange={(kind) => kind && onChange(kind)}
      mt={16}
      maw={320}
    />
  )
}
