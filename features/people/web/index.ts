import { lazyScreen } from '@millrace/kit/web'

/** The feature's pages of settings, by name; loaded with the rail of settings. */
export const peopleSettings = () => import('./settingsScreens.ts')
/** All people, at /people. */
export const PeopleScreen = lazyScreen(() => import('./screens/PeopleScreen.tsx'))
/** One person, at /people/{id}. */
export const PersonScreen = lazyScreen(() => import('./screens/PersonScreen.tsx'))
/** Asks whom to mail an export to, and which columns it holds. */
export const ExportDialog = lazyScreen(() => import('./list/ExportDialog.tsx'))
/** What can be done with chosen people; for lists of a segment's people: `everybody: { segmentId }`. */
export const PeopleBulk = lazyScreen(() => import('./list/PeopleBulk.tsx'))
export { useTagColors } from './data.ts'
export { CurrencyInput } from './fields/CurrencyInput.tsx'
export { FieldInput } from './fields/FieldInput.tsx'
export { isMoneyKind } from './fields/fieldDraft.ts'
export { FIELD_KINDS, kindOfField } from './fields/fieldKinds.ts'
export { formatField } from './fields/formatField.ts'
export { TitleInput } from './fields/TitleInput.tsx'
export { usePeopleWork } from './jobs/usePeopleWork.ts'
export { peopleCommands } from './peopleCommands.tsx'
export { nameOfPerson } from './person/nameOfPerson.ts'
export { PersonSelect } from './person/PersonSelect.tsx'
export { type PersonPart, plugPersonParts } from './ports.ts'
export { TagPicker } from './tags/TagPicker.tsx'
export { TagsCell } from './tags/TagsCell.tsx'
export { UsageList } from './uses/UsageList.tsx'
