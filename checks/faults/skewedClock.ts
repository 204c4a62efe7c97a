// Loaded before everything else (`--import`), it puts this process's clock ahead by CLOCK_AHEAD_MS, as on a machine whose clock is wrong.
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const Right = Date

const Skewed = new Proxy(Right, {
  construct: (_target, given: [], newTarget) => {
    const args: unknown[] = given.length ? given : [Right.now() + ahead]
    return Reflect.construct(Right, args, newTarget)
  },
  get: (target, name) => (name === 'now' ? () => Right.now() + ahead : Reflect.get(target, name)),
})

globalThis.Date = Skewed
