export { buildField } from './buildField.ts'
