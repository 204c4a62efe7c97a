export { findBinaries } from './binaries.ts'
export { type Migrate, type Migrated, migrate } from './migrate.ts'
export { addPartitions } from './partitions.ts'
export { type RunningPostgres, type StartPostgres, startPostgres } from './startPostgres.ts'
