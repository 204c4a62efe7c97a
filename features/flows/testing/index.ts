export { type DrawnLink, type DrawnStep, type FlowWorld, openFlowWorld } from './flowWorld.ts'
