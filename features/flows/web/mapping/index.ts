export { MappingRows } from './MappingRows.tsx'
export { PathPicker } from './PathPicker.tsx'
export { useSample } from './useSample.ts'
