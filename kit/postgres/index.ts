export { findBinaries } from './binaries.ts'
export { type RunningPostgres, type StartPostgres, startPostgres } from './startPostgres.ts'
