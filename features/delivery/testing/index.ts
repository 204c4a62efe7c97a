export * from './openWorld.ts'
export * from './receiver.ts'
