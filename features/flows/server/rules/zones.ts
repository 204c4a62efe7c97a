export * from '../../contract/clock/zones.ts'
