import type { Loop } from '@millrace/kit/jobs'
import type { TestHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { chanceOf, variantAt } from '../steps/ab-test/chance.ts'
import { bringToCompany, companyStep, withFields } from './companies.ts'
import { Edits } from './edits.ts'
import { type FlowWorld, openFlowWorld } from './flowWorld.ts'
import { END, type Past, PEOPLE } from './history.ts'
import { WallClock } from './naiveClock.ts'
import { type Happening, NaivePerson } from './naiveFlow.ts'
import { drawing, type RandomFlow } from './randomFlow.ts'
import { drawnStep, isClockTrigger, type TagSegments, type Whose } from './randomSteps.ts'
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
  readonly world: FlowWorld
  readonly flow: RandomFlow
  readonly drawn: { flowId: number; ids: Record<string, number> }
  readonly start: number
  private readonly running: Running
  readonly drawnFirst: number
  private schedules: Loop | undefined

  constructor(opened: Awaited<ReturnType<typeof openWorld>>, flow: RandomFlow, running: Running) {
    this.world = opened.world
    this.drawn = opened.drawn
    this.start = opened.start
    this.flow = flow
    this.running = running
    this.drawnFirst = flow.steps.length
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
    // The clock waits for a segment until it is known who is in it.
    if (this.flow.steps.some(isClockTrigger)) await this.world.buildSegments()
    await this.world.takeChangesWithSegments()
    await this.runSchedules()
  }

  async live(past: readonly Past[]): Promise<void> {
    for (const one of past) {
      await this.passTime(one.at)
      this.setMinute(one.at)
      if ('edit' in one) await new Edits(this).make(one)
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

  async readOrders(): Promise<void> {
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
    await this.runSchedules()
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

  /** Lets those in whom the clock lets in now. */
  private async runSchedules(): Promise<void> {
    if (!this.flow.steps.some(isClockTrigger)) return
    const { world } = this
    this.schedules ??= world.schedules()
    do await this.schedules.work(new Set([world.accountId]))
    while (await world.takeBatchWithSegments())
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
