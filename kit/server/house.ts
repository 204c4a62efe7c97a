import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Contract } from '../contract/index.ts'
import type { Bell } from '../jobs/bell.ts'
import type { JobHandler, Jobs } from '../jobs/jobs.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Reactor } from '../jobs/reactor.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { CallContext, Handlers } from './handler.ts'
import type { Keys } from './keys.ts'
import type { Settings } from './settings.ts'

/** What every feature stands on. */
export type House = {
  db: Db
  clock: Clock
  keys: Keys
  settings: Settings
  /** The address under which readers reach this installation, without a trailing slash. */
  publicUrl: string
  log: Logger
  bell: Bell
  jobs: Jobs
  metrics: Registry
}

/** Something that listens or runs besides calls, loops and jobs, such as an SMTP receiver. */
export type Service = {
  name: string
  /** In which processes it runs. */
  role: 'api' | 'worker'
  /** Starts it; answers how to stop it. */
  start(): Promise<() => Promise<void>>
}

/** What a feature's server door hands to the app. */
export type FeatureServer<C extends Contract = Contract> = {
  contract: C
  handlers: Handlers<C>
  /** Addresses that are not calls: tracking pixels, uploads, mailed links. */
  routes?: (server: FastifyInstance) => void | Promise<void>
  /** Read changes, in this order across features: lowest feature first. */
  reactors?: Reactor[]
  jobs?: JobHandler[]
  loops?: Loop[]
  services?: Service[]
}

/** Any feature's server, whatever its calls: what the app and the tests hold in lists. */
export type AnyFeatureServer = Omit<FeatureServer, 'contract' | 'handlers'> & {
  contract: Contract
  handlers: Record<string, (input: never, context: CallContext) => unknown>
}
