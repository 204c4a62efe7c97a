import type { FlowWorld } from './flowWorld.ts'

/** Lets people in, a second apart, to a flow in which they wait for two hours before they come to its goal. */
export const waitingPeople = async (world: FlowWorld, names: readonly string[]) => {
  const drawn = await world.draw(
    {
      start: ['/event', { eventName: 'Go' }],
      wait: ['/delay-v2', { kind: 'duration', value: 2, unit: 'hours' }],
      goal: ['/goal', { name: 'Done' }],
    },
    [
      ['start', 'wait'],
      ['wait', 'goal'],
    ],
  )
  await world.switchOn(drawn.flowId)
  const people: number[] = []
  for (const name of names) {
    const id = await world.person({ email: `${name}@example.com`, fields: { firstName: name } })
    people.push(id)
    await world.event(id, 'Go')
    await world.takeChanges()
    world.house.clock.advance(1000)
  }
  return { ...drawn, people }
}
