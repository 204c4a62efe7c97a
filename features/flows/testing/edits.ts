import type { FlowWorld } from './flowWorld.ts'
import type { Edit } from './history.ts'
import type { NaivePerson } from './naiveFlow.ts'
import type { RandomFlow } from './randomFlow.ts'
import { drawnStep, exitsOf, isTrigger } from './randomSteps.ts'

/** The engine's flow and the model's, with the people of the model. */
export type Both = {
  world: FlowWorld
  flow: RandomFlow
  drawn: { flowId: number; ids: Record<string, number> }
  naive: readonly NaivePerson[]
  /** Steps that are no more, by their places. */
  gone: Map<number, number>
  /** How many steps there were in the beginning. */
  drawnFirst: number
  start: number
  readOrders(): Promise<void>
}

/** Edits of a flow while people are in it, made to the engine's and to the model's. */
export class Edits {
  private readonly both: Both

  constructor(both: Both) {
    this.both = both
  }

  /** Makes it, and holds the model's people to it. */
  async make(edit: Edit & { at: number }): Promise<void> {
    if (edit.edit === 'wait') await this.changeWait(edit)
    else if (edit.edit === 'remove') await this.remove(edit)
    else if (edit.edit === 'lead') await this.lead(edit)
    else await this.insert(edit)
    await this.both.readOrders()
  }

  private change(changes: object): Promise<{ ids: Record<string, number> }> {
    return this.both.world.client.call('changeFlow', { params: { id: this.both.drawn.flowId }, body: changes as never })
  }

  private async changeWait({ pick, minutes, recompute, at }: Extract<Edit, { edit: 'wait' }> & { at: number }) {
    const waits = this.both.flow.steps.flatMap((step, place) => (step.kind === 'wait' ? [place] : []))
    const place = waits[pick % waits.length]
    if (place === undefined) return
    this.both.flow.steps[place] = { kind: 'wait', minutes }
    const values = { kind: 'duration', value: minutes, unit: 'minutes' }
    await this.change({ steps: { change: [{ id: this.both.drawn.ids[place], values, recomputeDelay: recompute }] } })
    await this.both.readOrders()
    if (recompute) for (const person of this.both.naive) person.recompute(place, minutes, at)
  }

  private async remove({ pick, people, at }: Extract<Edit, { edit: 'remove' }> & { at: number }) {
    const { flow, drawn } = this.both
    const places = flow.steps.flatMap((step, place) => (isTrigger(step) || !drawn.ids[place] ? [] : [place]))
    const place = places[pick % places.length]
    if (place === undefined) return
    const id = drawn.ids[place]!
    const targets = new Set(flow.links.filter(({ source }) => source === place).map(({ target }) => target))
    const [only] = targets
    const next = people === 'next' && targets.size === 1 && only !== place ? only : undefined
    await this.change({ steps: { remove: [{ id, people }] } })
    flow.links = flow.links.filter(({ source, target }) => source !== place && target !== place)
    flow.steps[place] = { kind: 'end' }
    await this.both.readOrders()
    for (const person of this.both.naive) person.clear(place, next, at)
    this.both.gone.set(place, id)
    delete drawn.ids[place]
  }

  private async lead({ pick, at }: Extract<Edit, { edit: 'lead' }> & { at: number }) {
    const { flow, drawn } = this.both
    const ways = flow.steps.flatMap((step, source) =>
      drawn.ids[source]
        ? exitsOf(step).flatMap((exit) =>
            flow.links.some((link) => link.source === source && link.exit === exit) ? [] : [{ source, exit }],
          )
        : [],
    )
    const way = ways[pick % Math.max(1, ways.length)]
    // Steps that were put in later may lie before the source, whatever their place says.
    const places = Object.keys(drawn.ids).map(Number)
    const target = places.find(
      (place) => way && place > way.source && place < this.both.drawnFirst && !isTrigger(flow.steps[place]!),
    )
    if (!way || target === undefined) return
    const { source, exit } = way
    const condition = exit ?? null
    const link = { key: 'on', source: drawn.ids[source], target: drawn.ids[target], condition, retrigger: true }
    await this.change({ links: { add: [link] } })
    flow.links = [...flow.links, { source, target, ...(exit && { exit }) }]
    await this.both.readOrders()
    for (const person of this.both.naive) person.takeAlong(source, condition, target, at)
  }

  private async insert({ pick, tag }: Extract<Edit, { edit: 'insert' }>) {
    const { flow, drawn } = this.both
    const link = flow.links[pick % Math.max(1, flow.links.length)]
    if (!link) return
    const place = flow.steps.length
    const step = { kind: 'tag', tag, isAdded: true } as const
    const [operationKey, values] = drawnStep(step, {}, this.both.start)
    const { integration } = await this.both.world.client.call('getFlow', { params: { id: drawn.flowId }, query: {} })
    const known = integration.links.find(
      ({ source, target, data }) =>
        source === drawn.ids[link.source] &&
        target === drawn.ids[link.target] &&
        (data.condition ?? undefined) === link.exit,
    )!
    const { ids } = await this.change({
      steps: { add: [{ key: 'new', operationKey, values, x: 0, y: 0 }] },
      links: {
        remove: [known.id],
        add: [
          { key: 'in', source: drawn.ids[link.source], target: 'new', condition: link.exit ?? null },
          { key: 'out', source: 'new', target: drawn.ids[link.target] },
        ],
      },
    })
    drawn.ids[place] = ids.new!
    flow.steps.push(step)
    flow.links = [
      ...flow.links.filter((one) => one !== link),
      { source: link.source, target: place, ...(link.exit && { exit: link.exit }) },
      { source: place, target: link.target },
    ]
  }
}
