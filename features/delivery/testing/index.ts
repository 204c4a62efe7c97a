export * from './dnsServer.ts'
export * from './openWorld.ts'
export * from './receiver.ts'
export * from './sesDouble.ts'
