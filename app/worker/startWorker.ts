import { changesLoop, type JobHandler, type Loop, runJobs, runLoop } from '@millrace/kit/jobs'
import type { AnyFeatureServer, House } from '@millrace/kit/server'
import { Counter } from 'prom-client'
import { timetable } from './timetable.ts'

/** What works on for as long as the process runs. */
export type Worker = { stop(): Promise<void> }

const loopsOf = (house: House, features: readonly AnyFeatureServer[]): Loop[] => {
  const reactors = features.flatMap((feature) => feature.reactors ?? [])
  return [
    changesLoop(house.db, house.clock, reactors, house.log),
    ...features.flatMap((feature) => feature.loops ?? []),
  ]
}

const jobsOf = (house: House, features: readonly AnyFeatureServer[]): JobHandler[] => [
  ...timetable(house),
  ...features.flatMap((feature) => feature.jobs ?? []),
]

/** Starts the loops (changes first, then the features', lowest first) and the jobs. Stopping lets all finish what they hold. */
export const startWorker = async (house: House, features: readonly AnyFeatureServer[]): Promise<Worker> => {
  const failures = new Counter({
    name: 'millrace_loop_failures_total',
    help: 'How often a loop failed and was tried again.',
    labelNames: ['loop'],
    registers: [house.metrics],
  })
  const jobs = await runJobs(house.db.pool, jobsOf(house, features), house.log)
  const loops = loopsOf(house, features).map((loop) =>
    runLoop(loop, {
      on: house.bell.on,
      now: house.clock.now,
      onError: (name, error) => {
        failures.inc({ loop: name })
        house.log.error({ err: error, loop: name }, `The loop ${name} failed; it tries again.`)
      },
    }),
  )
  return {
    stop: async () => {
      await Promise.all([...loops.map((loop) => loop.stop()), jobs.stop()])
    },
  }
}
