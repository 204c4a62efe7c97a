export * from './openWorld.ts'
