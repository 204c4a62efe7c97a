import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { RowContent } from '../../contract/savedRow.ts'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { createSavedRow, deleteSavedRow, listSavedRows, updateSavedRow } from './savedRows.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse()
})

const row = (text: string) => {
  const [one] = buildDesign([buildBlock('text', { text, unheardOf: { kept: true } })]).body.rows
  if (!one) throw new Error('A design without rows.')
  return one
}
const stage = async () => {
  const { accountId } = await house.newAccount()
  const by = { accountId, memberId: 0 }
  return { accountId, by, keep: (name: string) => createSavedRow(house, by, { name, row: row(name) }) }
}
const namesOf = async (accountId: number, search?: string) =>
  (await listSavedRows(house, accountId, search)).map(({ name }) => name)

describe('saved rows', () => {
  test('are kept as they are, found by their name, latest change first', async () => {
    const { accountId, keep } = await stage()
    const first = await keep('Footer 100%')
    house.clock.advance(1000)
    await keep('Header')
    expect(first.row).toEqual(row('Footer 100%'))
    expect(await namesOf(accountId)).toEqual(['Header', 'Footer 100%'])
    expect(await namesOf(accountId, 'foot')).toEqual(['Footer 100%'])
    expect(await namesOf(accountId, '%')).toEqual(['Footer 100%'])
  })

  test('get another name or another content', async () => {
    const { accountId, keep } = await stage()
    const { id } = await keep('One')
    expect((await updateSavedRow(house, accountId, id, { name: 'Two' })).row).toEqual(row('One'))
    expect(await updateSavedRow(house, accountId, id, { row: row('new') })).toMatchObject({
      name: 'Two',
      row: row('new'),
    })
  })

  test('are deleted once', async () => {
    const { accountId, keep } = await stage()
    const { id } = await keep('One')
    await deleteSavedRow(house, accountId, id)
    expect(await namesOf(accountId)).toEqual([])
    await expect(deleteSavedRow(house, accountId, id)).rejects.toMatchObject({ status: 404 })
  })

  test('are not there for another account', async () => {
    const [{ keep }, other] = [await stage(), await stage()]
    const { id } = await keep('Mine')
    expect(await namesOf(other.accountId)).toEqual([])
    await expect(updateSavedRow(house, other.accountId, id, { name: 'x' })).rejects.toMatchObject({ status: 404 })
    await expect(deleteSavedRow(house, other.accountId, id)).rejects.toMatchObject({ status: 404 })
  })

  test('have the shape of a row, and end somewhere', () => {
    expect(RowContent.safeParse({ cells: [1], columns: [{ contents: [{}] }] }).success).toBe(false)
    expect(RowContent.safeParse(row('x'.repeat(500_000))).success).toBe(false)
    expect(RowContent.safeParse(row('x')).success).toBe(true)
  })
})
