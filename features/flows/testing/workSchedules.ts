import type { TestHouse } from '@millrace/kit/testing'
import type { FlowWorld } from './flowWorld.ts'

/** Lets the loop that goes by the clock and the reactors work until nothing is due; answers when something is next. */
export const workSchedules = async (world: FlowWorld): Promise<unknown> => {
  const loop = world.schedules()
  for (let round = 0; round < 50; round++) {
    const next = await loop.work(new Set([0, world.accountId]))
    if (!(await world.takeChanges())) return next
  }
  throw new Error('There is always more.')
}

/** Switches off the flows of all accounts of a house, so that the next test has the loop for itself. */
export const switchAllOff = (house: TestHouse): Promise<unknown> =>
  house.db.system((tx) =>
    tx.run(`/* across accounts: those of all tests before */ update flows set status = 'deactivated-user'`),
  )
