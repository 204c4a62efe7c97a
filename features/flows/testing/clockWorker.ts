import { changesLoop, openBell, runLoop } from '@millrace/kit/jobs'
import { type House, openDatabase, systemClock } from '@millrace/kit/server'
import { PlanCache } from '../server/engine/planCache.ts'
import { flowsReactor } from '../server/engine/react.ts'
import { openDoors } from '../server/index.ts'
import { Schedules } from '../server/schedules/schedulesLoop.ts'
import { schedulesReactor } from '../server/schedules/schedulesReactor.ts'

// A process that lets people into flows by the clock and does nothing else, so that a test can kill it: node clockWorker.ts <database url>
const url = process.argv[2] ?? ''
const onError = () => process.exit(1)
const db = openDatabase({ url, connections: 4, onError })
const bell = openBell(url, onError)
const log = { warn: () => undefined, error: () => undefined, info: () => undefined, debug: () => undefined }
const house = { db, bell, clock: systemClock, log } as unknown as House
const engine = { house, doors: openDoors(house), plans: new PlanCache() }
const reactors = [schedulesReactor(house), flowsReactor(engine)]
for (const loop of [changesLoop(db, house.clock, reactors), new Schedules(house).loop()])
  runLoop(loop, { on: bell.on, now: house.clock.now, onError })
