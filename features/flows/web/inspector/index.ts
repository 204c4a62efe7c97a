export { ConditionsField } from './ConditionsField.tsx'
export type { PanelProps } from './panels.tsx'
export { Choice, Hint, Row } from './parts.tsx'
export { EventPicker, FieldPicker, SegmentPicker, TagPicker, WeekdayPicker, ZonePicker } from './pickers.tsx'
