import { Badge } from '@mantine/core'
import { OF_PEOPLE } from '../../contract/subjects.ts'
import { useKindSchema } from './flowKind.ts'

/** What a flow takes, where that is not people. */
export default function KindBadge({ objectType }: { objectType: string }) {
  const schema = useKindSchema(objectType)
  if (objectType === OF_PEOPLE) return null
  return <Badge color="gray">{schema?.displayNamePlural ?? objectType}</Badge>
}
