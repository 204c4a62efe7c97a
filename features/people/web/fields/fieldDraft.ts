import { cleanFieldName, type FieldPatch, type NewField, type PersonField } from '../../contract/index.ts'
import { FIELD_KINDS } from './fieldKinds.ts'

/** A choice of a field: what is kept, and what is shown instead of it where that differs. */
export type Choice = { value: string; name: string }

/** A field as it is being typed. */
export type FieldDraft = {
  title: string
  kind: string
  isSeveral: boolean
  choices: Choice[]
  mayGrow: boolean
  description: string
  tooltip: string
  isHot: boolean
  /** Of money; null: the account's. */
  currency: string | null
}

/** What a form begins with: a new field's, or one that is there. */
export const draftOf = (field: PersonField | undefined): FieldDraft => ({
  title: field?.title ?? '',
  kind: field?.displayType ?? 'text',
  isSeveral: field?.array ?? false,
  choices: (field?.enum ?? []).map((value, index) => ({
    value: String(value),
    name: field?.enumNames?.[index] ?? '',
  })),
  mayGrow: field?.allowNewEnumValues ?? false,
  description: field?.description ?? '',
  tooltip: field?.tooltip ?? '',
  isHot: field?.hot ?? false,
  currency: field?.currency ?? null,
})

/** Kinds that can hold several values besides `multiselect`, which always does. */
const MAY_BE_SEVERAL = new Set(['text', 'email', 'url', 'phone', 'number', 'integer', 'decimal'])

/** The kind that a draft has chosen. */
export const kindOf = ({ kind }: FieldDraft) => FIELD_KINDS.find(({ value }) => value === kind)

/** Whether a draft is of money. */
export const isMoneyKind = ({ kind }: Pick<FieldDraft, 'kind'>): boolean => kind.startsWith('currency')

/** Whether several values can be asked for. */
export const maySeveral = ({ kind }: FieldDraft): boolean => MAY_BE_SEVERAL.has(kind)

const choicesOf = (draft: FieldDraft, type: string | undefined) => {
  if (!kindOf(draft)?.hasChoices) return { enum: null, enumNames: null, allowNewEnumValues: false }
  const kept = draft.choices
    .map(({ value, name }) => ({ value: value.trim(), name: name.trim() }))
    .filter(({ value }) => value)
  const isNumber = type === 'number' || type === 'integer'
  const named = kept.some(({ name }) => name)
  return {
    enum: kept.map(({ value }) => (isNumber && Number.isFinite(Number(value)) ? Number(value) : value)),
    enumNames: named ? kept.map(({ value, name }) => name || value) : null,
    allowNewEnumValues: draft.mayGrow,
  }
}

const wordsOf = ({ title, description, tooltip, isHot }: FieldDraft) => ({
  title: title.trim(),
  description: description.trim(),
  tooltip: tooltip.trim(),
  hot: isHot,
})

/** The field that a draft makes. */
export const newFieldOf = (draft: FieldDraft): NewField => {
  const shape = kindOf(draft)?.shape
  const array = shape?.array ?? (maySeveral(draft) && draft.isSeveral)
  const currency = isMoneyKind(draft) ? { currency: draft.currency } : {}
  return { ...wordsOf(draft), ...shape, array, ...choicesOf(draft, shape?.type), ...currency }
}

/** What a draft changes in a field. A kind that was not touched leaves the type as it is. */
export const patchOf = (draft: FieldDraft, field: PersonField): FieldPatch => {
  const isSameKind = draft.kind === field.displayType
  const { array: _array, ...shape } = kindOf(draft)?.shape ?? {}
  const type = isSameKind ? field.type : shape.type
  // One that was not touched goes on following the account's.
  const currency = isMoneyKind(draft) && draft.currency !== (field.currency ?? null) ? { currency: draft.currency } : {}
  return { ...wordsOf(draft), ...(!isSameKind && shape), ...choicesOf(draft, type), ...currency }
}

/** The name that a field has, or would get. */
export const nameOf = (draft: FieldDraft, field: PersonField | undefined): string =>
  field?.name ?? cleanFieldName(draft.title)
