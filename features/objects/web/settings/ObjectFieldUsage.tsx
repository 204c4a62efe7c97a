import { ErrorPanel, plural, useCall } from '@millrace/kit/web'
import { UsageList } from '@millrace/people/web'
import { type ObjectSchema, objectsContract } from '../../contract/index.ts'

type Props = { schema: ObjectSchema; name: string; isLinked?: boolean }

/** How many objects have a value in a field, and what uses it. */
export default function ObjectFieldUsage({ schema, name, isLinked = false }: Props) {
  const input = { params: { objectName: schema.name, fieldName: name } }
  const { data, error, refetch } = useCall(objectsContract.listSchemaFieldUses, input, { staleMs: 0 })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  const [one, many] = [schema.displayNameSingular.toLowerCase(), schema.displayNamePlural.toLowerCase()]
  const objects = data?.objects ?? 0
  const holders = objects ? plural(objects, one, many) : `No ${one}`
  return (
    <UsageList
      uses={data?.uses}
      lead={`${holders} ${objects > 1 ? 'have' : 'has'} a value in it`}
      isLinked={isLinked}
    />
  )
}
