import type { ComponentType } from 'react'
import { offerSteps } from '../../contract/offered.ts'

type FormPickerProps = { label: string; value: number | undefined; onChange(formId: number): void; error?: string }

let picker: ComponentType<FormPickerProps> | undefined

/** Says that there are forms, and how one is chosen; the triggers about forms are offered from then on. */
export const plugForms = (Picker: ComponentType<FormPickerProps>): void => {
  picker = Picker
  offerSteps('forms')
}

/** How a form is chosen, where there are forms. */
export const formPicker = (): ComponentType<FormPickerProps> | undefined => picker
