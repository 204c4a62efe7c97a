export { type NaiveEvent, type NaivePerson, type NaiveWorld, naiveMeets } from './naive.ts'
