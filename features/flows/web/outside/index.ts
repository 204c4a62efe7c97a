export { type HeaderDraft, Headers } from './Headers.tsx'
export { HookPart } from './HookPart.tsx'
export { SigningSecret, StepCalls } from './StepCalls.tsx'
export { TestCallPart } from './TestCallPart.tsx'
