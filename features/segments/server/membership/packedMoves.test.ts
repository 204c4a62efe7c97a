import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PackedMoves } from './packedMoves.ts'

const moves = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 2 ** 50 }), isIn: fc.boolean() }), {
    selector: ({ id }) => id,
    maxLength: 300,
  })
  .map((all) => all.sort((a, b) => a.id - b.id))

it('gives back what was put in, in pieces of any size', () => {
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: 100 }), (all, size) => {
      const packed = new PackedMoves()
      for (const { id, isIn } of all) packed.add(id, isIn)
      expect(packed.left).toBe(all.length)
      const taken = []
      while (packed.left) taken.push(...packed.take(size))
      expect(taken).toEqual(all)
      expect(packed.take(size)).toEqual([])
    }),
  )
})
