import { useCall, useMay } from '@millrace/kit/web'
import { ALL_SEGMENT_ID, segmentsContract } from '@millrace/segments/contract'
import { useMemo } from 'react'
import { type Names, OF_PEOPLE } from '../../contract/index.ts'
import { useKindSchema } from './flowKind.ts'

/** Names of the segments and fields of a kind of objects, for steps in words; nothing for people. */
export const useKindNames = (objectType: string): Pick<Names, 'segments' | 'fields'> | undefined => {
  const enabled = useMay('people:read') && objectType !== OF_PEOPLE
  const { data } = useCall(segmentsContract.listSegments, { query: { objectName: objectType } }, { enabled })
  const schema = useKindSchema(objectType)
  return useMemo(
    () =>
      schema && {
        segments: {
          [ALL_SEGMENT_ID]: `All ${schema.displayNamePlural.toLowerCase()}`,
          ...Object.fromEntries((data?.segments ?? []).map(({ id, name }) => [id, name])),
        },
        fields: Object.fromEntries(schema.fields.map(({ name, title }) => [name, title])),
      },
    [schema, data],
  )
}
