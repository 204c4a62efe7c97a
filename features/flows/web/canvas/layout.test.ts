import { describe, expect, it } from 'vitest'
import { layOut } from './layout.ts'

const box = (key: string) => ({ key, width: 264, height: 120 })
const lay = (keys: string, links: string) =>
  layOut({
    boxes: keys.split(' ').map(box),
    links: links.split(' ').map((pair) => ({ source: pair.split('>')[0]!, target: pair.split('>')[1]! })),
  })
const fromLeft = (places: Record<string, { x: number }>, keys: string) =>
  keys.split(' ').sort((a, b) => places[a]!.x - places[b]!.x)

describe('tidying up', () => {
  it.each([['a b c d e'], ['e d c b a'], ['c a e b d']])('keeps what follows exits in their order: %s', (order) => {
    const links = order.split(' ').map((key) => `test>${key}`)
    // The last exit's way is the longest, and the first two meet again.
    const [first, second, , , last] = order.split(' ')
    const more = [`${last}>x`, 'x>y', `${first}>z`, `${second}>z`]
    const places = lay('test a b c d e x y z', [...links, ...more].join(' '))
    expect(fromLeft(places, 'a b c d e').join(' ')).toBe(order)
    expect(places.test!.y).toBeLessThan(places.a!.y)
  })

  it('keeps the order where the way of an exit is long and others meet', () => {
    const links = 'ab>v0 v2>c c>w w>e t>ab v4>ab2 ab2>m ab>v1 c>g w>g ab2>m ab>v2 ab>v3 ab>v4'
    const places = lay('t ab v0 v1 v2 v3 v4 c w g e ab2 m', links)
    expect(fromLeft(places, 'v0 v1 v2 v3 v4').join(' ')).toBe('v0 v1 v2 v3 v4')
    // "yes" passes a layer, "no" does not.
    const far = lay('s a b c', 's>c s>a a>b b>c')
    expect(far.c!.y).toBeGreaterThan(far.b!.y)
    expect(far.a!.x).toBeGreaterThan(far.s!.x)
  })

  it('stands two steps that want it the other way round', () => {
    const places = lay('p q a b', 'p>a p>b q>b q>a')
    expect(fromLeft(places, 'a b').join(' ')).toBe('a b')
  })

  it('stands a loop, and steps that nothing leads to', () => {
    const places = lay('a b c alone', 'a>b b>c c>a b>b')
    expect(Object.keys(places)).toHaveLength(4)
    expect(new Set(Object.values(places).map(({ x, y }) => `${x} ${y}`)).size).toBe(4)
  })

  it('lays 500 steps out', () => {
    const keys = Array.from({ length: 500 }, (_one, index) => `s${index}`)
    const links = keys.slice(1).map((key, index) => `s${Math.floor(index / 2)}>${key}`)
    expect(Object.keys(lay(keys.join(' '), links.join(' ')))).toHaveLength(500)
  })
})
