import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { CallDef } from '../../contract/call.ts'
import { takeBack, UNDO_FAILED } from '../query.ts'
import { beginOptimistic } from './optimistic.ts'
import { keyOf } from './queryKey.ts'

const listTags = {
  method: 'GET',
  path: '/v1/tags',
  summary: '',
  fail: '',
  returns: undefined as unknown as { _zod: { input: string[]; output: string[] } },
} satisfies CallDef

const opened = (tags: string[], load: () => Promise<string[]> = async () => tags) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const key = keyOf(listTags, {})
  client.setQueryDefaults(key, { queryFn: load })
  client.setQueryData(key, tags)
  const add = (tag: string) => beginOptimistic(client, (answers) => answers.patch(listTags, (old) => [...old, tag]))
  return { client, add, shown: () => client.getQueryData<string[]>(key) }
}

describe('a save that is shown at once', () => {
  it('stays when the server takes it', () => {
    const { add, shown } = opened(['a'])
    const save = add('b')
    expect(shown()).toEqual(['a', 'b'])
    save.keep()
    expect(shown()).toEqual(['a', 'b'])
  })

  it('goes when the server refuses it', async () => {
    const { add, shown } = opened(['a'])
    await add('b').undo()
    expect(shown()).toEqual(['a'])
  })

  it('leaves other saves as they are when it is taken back', async () => {
    const { add, shown } = opened(['a'])
    const first = add('b')
    const second = add('c')
    await first.undo()
    expect(shown()).toEqual(['a', 'c'])
    second.keep()
    expect(shown()).toEqual(['a', 'c'])
  })

  it('keeps what was taken when a later one is refused', async () => {
    const { add, shown } = opened(['a'])
    const first = add('b')
    const second = add('c')
    first.keep()
    await second.undo()
    expect(shown()).toEqual(['a', 'b'])
  })

  it('touches no answer that is not there', () => {
    const client = new QueryClient()
    beginOptimistic(client, (answers) => answers.patch(listTags, (old) => [...old, 'x'])).keep()
    expect(client.getQueryCache().getAll()).toEqual([])
  })
})

describe('taking a save back', () => {
  it('says so where even that fails', async () => {
    const said: string[] = []
    const isBack = await takeBack(
      () => Promise.reject(new Error('away')),
      (sentence) => said.push(sentence),
    )
    expect(isBack).toBe(false)
    expect(said).toEqual([UNDO_FAILED])
  })

  it('says nothing where it worked, or where there is nothing to take back', async () => {
    const said: string[] = []
    const say = (sentence: string) => said.push(sentence)
    expect(await takeBack(() => undefined, say)).toBe(true)
    expect(await takeBack(undefined, say)).toBe(true)
    expect(said).toEqual([])
  })
})
