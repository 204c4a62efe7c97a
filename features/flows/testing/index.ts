export { type DrawnLink, type DrawnStep, type FlowWorld, openFlowWorld } from './flowWorld.ts'
export { type Happening, NaivePerson, type Stay } from './naiveFlow.ts'
export { drawing, type RandomFlow, randomFlow, type TagSegments } from './randomFlow.ts'
export { fieldIs, openTrial, type Trial, whoEntered } from './trial.ts'
