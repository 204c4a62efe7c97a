import { eventsContract } from '@millrace/events/contract'
import { type TokenOption, useCall } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { useMemo } from 'react'
import { ALL_SEGMENT_ID, CORE_FIELDS, kindOfField, segmentsContract, type ValueKind } from '../contract/index.ts'

/** A field to choose, with how its values are compared and those that it is limited to. */
export type FieldChoice = { name: string; title: string; kind: ValueKind; values: readonly string[] }

const EXTRA: readonly FieldChoice[] = [
  { name: 'unsubscribedAt', title: 'Unsubscribed at', kind: 'date', values: [] },
  { name: 'updatedAt', title: 'Last changed', kind: 'date', values: [] },
]

/** The fields of people. */
export const useFieldChoices = (): readonly FieldChoice[] => {
  const { data } = useCall(peopleContract.listFields)
  return useMemo(() => {
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
}

/** The tags of the account. */
export const useTags = () => useCall(peopleContract.listTags).data?.tags ?? []

/** The goals of the account's flows. */
export const useGoals = () => useCall(segmentsContract.listGoals).data?.goals ?? []

/** The names of what people did, with the properties seen. */
export const useEventNames = () => useCall(eventsContract.listEventNames).data?.names ?? []

/** The segments that a condition can be about: all but the one being edited. */
export const useOtherSegments = (ownId?: number) => {
  const { data } = useCall(segmentsContract.listSegments)
  return useMemo(() => (data?.segments ?? []).filter(({ id }) => id !== ownId && id !== ALL_SEGMENT_ID), [data, ownId])
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
