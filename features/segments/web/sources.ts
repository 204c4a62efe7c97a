import { eventsContract } from '@millrace/events/contract'
import { type TokenOption, useCall } from '@millrace/kit/web'
import { isPersonName, objectsContract } from '@millrace/objects/contract'
import { peopleContract } from '@millrace/people/contract'
import { useMemo } from 'react'
import {
  ALL_SEGMENT_ID,
  CORE_FIELDS,
  kindOfField,
  OBJECT_FIELDS,
  segmentsContract,
  type Titles,
  type ValueKind,
} from '../contract/index.ts'
import { useSubjectKind } from './builder/subjectKind.ts'
import { useSegmentsOf } from './useSegmentsOf.ts'

/** A field to choose, with how its values are compared and those that it is limited to. */
export type FieldChoice = { name: string; title: string; kind: ValueKind; values: readonly string[] }

const EXTRA: readonly FieldChoice[] = [
  { name: 'unsubscribedAt', title: 'Unsubscribed at', kind: 'date', values: [] },
  { name: 'updatedAt', title: 'Last changed', kind: 'date', values: [] },
]

const EXTRA_OF_OBJECTS: readonly FieldChoice[] = [
  { name: 'externalId', title: 'External ID', kind: 'text', values: [] },
  { name: 'createdAt', title: 'Created', kind: 'date', values: [] },
  { name: 'updatedAt', title: 'Last changed', kind: 'date', values: [] },
]

/** The kinds of objects, people among them. */
export const useSchemas = (isAsked = true) =>
  useCall(objectsContract.listSchemas, undefined, { enabled: isAsked }).data?.schemas

const isNamed = (name: string) => (schema: { name: string }) => schema.name.toLowerCase() === name.toLowerCase()

const useObjectFields = (objectName: string): readonly FieldChoice[] => {
  const isOfObjects = !isPersonName(objectName)
  const schema = useSchemas(isOfObjects)?.find(isNamed(objectName))
  return useMemo(() => {
    if (!isOfObjects || !schema) return []
    const own = schema.fields.map(
      ({ name, title, type, format, enum: limited }): FieldChoice => ({
        name,
        title,
        kind: OBJECT_FIELDS[name] ?? kindOfField({ type, format }),
        values: (limited ?? []).map(String),
      }),
    )
    return [...own, ...EXTRA_OF_OBJECTS.filter(({ name }) => !own.some((field) => field.name === name))]
  }, [isOfObjects, schema])
}

/** A way in which what is asked about can be tied to something, seen from its side. */
export type AssociationChoice = { id: number; one: string; many: string; note?: string; otherObject: string }

/** What can be associated with those whom conditions are asked of. */
export const useAssociations = (): readonly AssociationChoice[] => {
  const subject = useSubjectKind()
  const schemas = useSchemas()
  return useMemo(() => {
    const own = schemas?.find(isNamed(subject))
    return (own?.associations ?? []).flatMap(({ id, name, fromObject, toObject, isDefault }): AssociationChoice[] => {
      const otherObject = isNamed(subject)({ name: fromObject }) ? toObject : fromObject
      const other = schemas?.find(isNamed(otherObject))
      if (!other) return []
      const { displayNameSingular: one, displayNamePlural: many } = other
      return [{ id, one, many, otherObject, ...(!isDefault && { note: name }) }]
    })
  }, [schemas, subject])
}

/** The fields of those whom conditions are asked of. */
export const useFieldChoices = (): readonly FieldChoice[] => {
  const subject = useSubjectKind()
  const ofObjects = useObjectFields(subject)
  const { data } = useCall(peopleContract.listFields)
  const ofPeople = useMemo(() => {
    const own = (data?.fields ?? [])
      .filter(({ name }) => name !== 'tags')
      .map(
        ({ name, title, type, format, enum: limited }): FieldChoice => ({
          name,
          title,
          kind: CORE_FIELDS[name] ?? kindOfField({ type, format }),
          values: (limited ?? []).map(String),
        }),
      )
    return [...own, ...EXTRA.filter(({ name }) => !own.some((field) => field.name === name))]
  }, [data])
  return isPersonName(subject) ? ofPeople : ofObjects
}

/** The tags of the account. */
export const useTags = () => useCall(peopleContract.listTags).data?.tags ?? []

/** The goals of the account's flows. */
export const useGoals = () => useCall(segmentsContract.listGoals).data?.goals ?? []

/** The names of what people did, with the properties seen. */
export const useEventNames = () => useCall(eventsContract.listEventNames).data?.names ?? []

/** The segments that a condition can be about: all but the one being edited; undefined until they are read. */
export const useOtherSegments = (chosenId: number, ownId?: number) => {
  const subject = useSubjectKind()
  const { data } = useSegmentsOf(subject, chosenId)
  return useMemo(() => data?.segments.filter(({ id }) => id !== ownId && id !== ALL_SEGMENT_ID), [data, ownId])
}

const GROUPS: Record<string, string> = { email: 'Email activity', page: 'Pages', system: 'Millrace', custom: 'Events' }

/** Event names as options, by kind. The value carries kind and name. */
export const eventOptions = (names: ReturnType<typeof useEventNames>): TokenOption[] =>
  [...names]
    .sort((a, b) =>
      a.kind === b.kind
        ? a.name.localeCompare(b.name)
        : a.kind === 'custom'
          ? -1
          : b.kind === 'custom'
            ? 1
            : a.kind.localeCompare(b.kind),
    )
    .map(({ name, kind, label }) => ({ value: `${kind}:${name}`, label: label || name, group: GROUPS[kind] }))

/** What fields, segments, goals and associations are called in sentences. */
export const useTitles = (): Titles => {
  const [fields, associations, goals] = [useFieldChoices(), useAssociations(), useGoals()]
  const segments = useCall(segmentsContract.listSegments).data?.segments
  return useMemo(
    () => ({
      field: (name) => fields.find((field) => field.name === name)?.title,
      segment: (id) => segments?.find((segment) => segment.id === id)?.name,
      goal: (stepId) => goals.find((goal) => goal.stepId === stepId)?.name,
      association: (id) => associations.find((association) => association.id === id),
    }),
    [fields, associations, goals, segments],
  )
}
