import { ErrorPanel, Skeleton, useCall } from '@millrace/kit/web'
import { type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { useSchemas } from '../data.ts'
import { TieSection } from './TieSection.tsx'
import type { Thing } from './useTies.ts'

const kindsOf = (schemas: readonly ObjectSchema[]) => new Map(schemas.map((schema) => [schema.name, schema]))

/** Everything that something is tied to, by association. */
export const Ties = ({ thing, isInside = false }: { thing: Thing; isInside?: boolean }) => {
  const schemas = useSchemas()
  const { data, error, refetch } = useCall(objectsContract.listAssociations, { params: thing })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data || !schemas.data) return <Skeleton width="60%" />
  const kinds = kindsOf(schemas.data.schemas)
  const leading = data.associations.map(({ objectName }) => objectName)
  return data.associations.map((tied) => {
    const schema = kinds.get(tied.objectName)
    if (!schema) return null
    return (
      <TieSection
        key={tied.association.id}
        thing={thing}
        tied={tied}
        schema={schema}
        isInside={isInside}
        isNamed={leading.filter((name) => name === tied.objectName).length > 1}
      />
    )
  })
}
