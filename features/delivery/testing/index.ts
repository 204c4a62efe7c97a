export * from './receiver.ts'
