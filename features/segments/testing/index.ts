export { askConditions } from './askConditions.ts'
export { type NaiveEvent, type NaivePerson, type NaiveWorld, naiveMeets } from './naive.ts'
export { openTiedWorld } from './openTiedWorld.ts'
export { type NewPerson, openWorld, type World } from './openWorld.ts'
