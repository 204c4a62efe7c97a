import type { TestHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { chanceOf, variantAt } from '../steps/ab-test/chance.ts'
import { bringToCompany, companyStep, withFields } from './companies.ts'
import { type FlowWorld, openFlowWorld } from './flowWorld.ts'
import { type Edit, END, type Past, PEOPLE } from './history.ts'
import { WallClock } from './naiveClock.ts'
import { type Happening, NaivePerson } from './naiveFlow.ts'
import { drawing, type RandomFlow } from './randomFlow.ts'
import { drawnStep, type TagSegments, type Whose } from './randomSteps.ts'
import { differences } from './sameAccount.ts'

const MINUTE = 60_000

/** How the engine runs: claims of so many, and whether steps are fused. */
export type Running = { most: number; isFused: boolean; ofCompanies?: boolean }

const bring = async (world: FlowWorld, personId: number, happening: Happening, start: number) => {
  const { doors } = world.engine
  const { accountId } = world
  const { event, order, plan, tag, when } = happening
  const change = (fields: Record<string, unknown>) =>
    world.system((tx) => doors.changeFields(tx, accountId, [{ personId, fields }]))
  if (event) await world.event(personId, event, order ? { order } : {})
  if (plan) await change({ plan })
  if (when !== undefined) await change({ when: new Date(start + when * MINUTE).toISOString() })
  if (happening.visits)
    await world.event(personId, 'Page visited', { url: 'https://acme.com/pricing' }, undefined, 'page')
  if (happening.opens) await world.event(personId, 'Email opened', { emailId: 1 }, undefined, 'email')
  if (tag) {
    const pairs = [{ personId, tag: tag[0] }]
    await world.system((tx) => (tag[1] ? doors.addTags(tx, accountId, pairs) : doors.removeTags(tx, accountId, pairs)))
  }
}

const segmentsOf = async (world: FlowWorld, ofCompanies: boolean): Promise<TagSegments> => {
  const kind = ofCompanies ? 'company' : 'person'
  const segments: TagSegments = {}
  for (const tag of ['red', 'blue']) {
    const has = ofCompanies
      ? ({ type: 'field', field: tag, condition: 'is', value: 'yes' } as const)
      : ({ type: 'tag', value: tag, condition: 'has' } as const)
    const plain = await world.segmentOf(kind, `Are ${tag}`, has)
    const inIt = { type: 'segment', value: plain, condition: 'in' } as const
    segments[tag] = { plain, nested: await world.segmentOf(kind, `Are in ${tag}`, inIt) }
  }
  return segments
}

const openWorld = async (house: TestHouse, flow: RandomFlow, { isFused, ofCompanies = false }: Running) => {
  const start = new Date(flow.setting.start)
  house.clock.set(start)
  const world = await openFlowWorld(house, { timezone: flow.setting.zone }, { isSendable: async () => true })
  world.engine.isFused = isFused
  await world.email(1)
  await world.tags('red', 'blue')
  await world.system((tx) => peopleDoor(house).seedFields(tx, world.accountId))
  if (ofCompanies) await withFields(world, start.getTime())
  const segments = await segmentsOf(world, ofCompanies)
  const draws = ofCompanies ? companyStep : drawnStep
  const { steps, links, data } = drawing(flow, segments, start.getTime(), draws)
  const drawn = await world.draw(steps, links, data, ofCompanies ? 'company' : 'person')
  await world.switchOn(drawn.flowId)
  return { world, drawn, start: start.getTime() }
}

/** The engine and the model, side by side. */
class SideBySide {
  readonly people: number[] = []
  readonly naive: NaivePerson[] = []
  /** Steps that are no more, by their places. */
  readonly gone = new Map<number, number>()
  private orders = new Map<number, number>()
  private readonly clocks = new Map<string, WallClock>()
  private readonly world: FlowWorld
  private readonly flow: RandomFlow
  private readonly drawn: { flowId: number; ids: Record<string, number> }
  private readonly start: number
  private readonly running: Running

  constructor(opened: Awaited<ReturnType<typeof openWorld>>, flow: RandomFlow, running: Running) {
    this.world = opened.world
    this.drawn = opened.drawn
    this.start = opened.start
    this.flow = flow
    this.running = running
  }

  async begin(): Promise<void> {
    const { accountId } = this.world
    await this.readOrders()
    for (let n = 0; n < PEOPLE; n++) {
      const { zone, zones } = this.flow.setting
      // Companies have no zone of their own.
      const timezone = this.running.ofCompanies ? null : (zones[n] ?? null)
      const personId = this.running.ofCompanies
        ? -(await this.world.object({}))
        : await this.world.person(timezone ? { timezone } : {})
      this.people.push(personId)
      const variantOf = (place: number) => {
        const step = this.flow.steps[place]!
        const [a, b] = step.kind === 'ab' ? step.weights : [1, 1]
        const variants = [
          { name: 'A', weight: a },
          { name: 'B', weight: b },
        ]
        return variantAt(variants, chanceOf(`${accountId} ${this.drawn.ids[place]} ${personId}`))
      }
      const clocks = { account: this.clockIn(zone), person: this.clockIn(timezone ?? zone) }
      const clockOf = (whose: Whose) => clocks[whose]
      this.naive.push(new NaivePerson(this.flow, { orderOf: (place) => this.orderOf(place), variantOf, clockOf }))
    }
    await this.world.takeChangesWithSegments()
  }

  async live(past: readonly Past[]): Promise<void> {
    for (const one of past) {
      await this.passTime(one.at)
      this.setMinute(one.at)
      if ('edit' in one) await this.edit(one)
      else {
        const brings = this.running.ofCompanies ? bringToCompany : bring
        await brings(this.world, this.people[one.who]!, one, this.start)
        await this.world.takeBatchWithSegments()
        this.naive[one.who]!.live(one)
      }
      await this.runOn()
    }
    await this.passTime(END)
  }

  differences(): Promise<string[]> {
    return differences(this.world, { ...Object.fromEntries(this.gone), ...this.drawn.ids }, this)
  }

  minuteOf = (at: Date): number => (at.getTime() - this.start) / MINUTE

  private clockIn(zone: string): WallClock {
    const clock = this.clocks.get(zone) ?? new WallClock(this.start, zone)
    this.clocks.set(zone, clock)
    return clock
  }

  private orderOf(place: number): number {
    return this.orders.get(this.drawn.ids[place]!) ?? Number.MAX_SAFE_INTEGER
  }

  private async readOrders(): Promise<void> {
    const { world, drawn } = this
    const [{ version = 0 } = {}] = await world.rows<{ version: number }>(
      'select version from flows where account_id = $1',
    )
    const plan = await world.system((tx) => world.engine.plans.of(tx, world.accountId, drawn.flowId, version))
    this.orders = new Map([...plan.steps].map(([id, { order }]) => [id, order]))
  }

  private setMinute(minute: number): void {
    this.world.house.clock.set(new Date(this.start + minute * MINUTE))
  }

  /** The engine goes on until nothing moves any more. */
  private async runOn(): Promise<void> {
    const { world, drawn, running } = this
    // What a pass changed is looked at when it is over, however many transactions it takes.
    if (running.isFused || this.flow.steps.some((step) => 'wanted' in step)) {
      do await world.advance(drawn.flowId, running.most)
      while (await world.takeBatchWithSegments())
    } else {
      // Segments are kept from one transaction to the next.
      do await world.takeChangesWithSegments()
      while (await world.advanceBatch(drawn.flowId, running.most))
    }
  }

  private async passTime(until: number): Promise<void> {
    for (;;) {
      const due = Math.min(...this.naive.map(({ nextDue }) => nextDue))
      if (due > until) return
      this.setMinute(due)
      await this.runOn()
      for (const person of this.naive) person.passTime(due)
    }
  }

  private async edit(edit: Edit & { at: number }): Promise<void> {
    if (edit.edit === 'wait') await this.changeWait(edit)
    else if (edit.edit === 'remove') await this.remove(edit)
    else await this.insert(edit)
    await this.readOrders()
  }

  private change(changes: object): Promise<{ ids: Record<string, number> }> {
    return this.world.client.call('changeFlow', { params: { id: this.drawn.flowId }, body: changes as never })
  }

  private async changeWait({ pick, minutes, recompute, at }: Extract<Edit, { edit: 'wait' }> & { at: number }) {
    const waits = this.flow.steps.flatMap((step, place) => (step.kind === 'wait' ? [place] : []))
    const place = waits[pick % waits.length]
    if (place === undefined) return
    this.flow.steps[place] = { kind: 'wait', minutes }
    const values = { kind: 'duration', value: minutes, unit: 'minutes' }
    await this.change({ steps: { change: [{ id: this.drawn.ids[place], values, recomputeDelay: recompute }] } })
    await this.readOrders()
    if (recompute) for (const person of this.naive) person.recompute(place, minutes, at)
  }

  private async remove({ pick, people, at }: Extract<Edit, { edit: 'remove' }> & { at: number }) {
    const { flow, drawn } = this
    const places = flow.steps.flatMap((step, place) => (step.kind === 'trigger' || !drawn.ids[place] ? [] : [place]))
    const place = places[pick % places.length]
    if (place === undefined) return
    const id = drawn.ids[place]!
    const targets = new Set(flow.links.filter(({ source }) => source === place).map(({ target }) => target))
    const [only] = targets
    const next = people === 'next' && targets.size === 1 && only !== place ? only : undefined
    await this.change({ steps: { remove: [{ id, people }] } })
    flow.links = flow.links.filter(({ source, target }) => source !== place && target !== place)
    flow.steps[place] = { kind: 'end' }
    await this.readOrders()
    for (const person of this.naive) person.clear(place, next, at)
    this.gone.set(place, id)
    delete drawn.ids[place]
  }

  private async insert({ pick, tag }: Extract<Edit, { edit: 'insert' }>) {
    const { flow, drawn } = this
    const link = flow.links[pick % Math.max(1, flow.links.length)]
    if (!link) return
    const place = flow.steps.length
    const step = { kind: 'tag', tag, isAdded: true } as const
    const [operationKey, values] = drawnStep(step, {}, this.start)
    const { integration } = await this.world.client.call('getFlow', { params: { id: drawn.flowId }, query: {} })
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

/** Runs the engine and the model through a history; answers where they differ, in words. */
export const bothAlike = async (
  house: TestHouse,
  flow: RandomFlow,
  past: readonly Past[],
  running: Running,
): Promise<string[]> => {
  // Edits change the flow of the model; the one that is shown when something differs stays as it was.
  const own = structuredClone(flow)
  const both = new SideBySide(await openWorld(house, own, running), own, running)
  await both.begin()
  await both.live(past)
  return both.differences()
}
