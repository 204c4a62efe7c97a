import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld } from '../../testing/index.ts'

const isPro = {
  type: 'group',
  operator: 'and',
  conditions: [{ type: 'field', field: 'plan', condition: 'is', value: 'pro' }],
}

const drawn = async () => {
  const house = await testHouse()
  const world = await openFlowWorld(house)
  await world.email(1)
  const { flowId, ids } = await world.draw(
    {
      start: ['/event', { eventName: 'Signed up' }],
      wait: ['/delay-v2', { kind: 'duration', value: 2, unit: 'days' }],
      pro: ['/condition', { conditions: isPro }],
      mail: ['/send', { emailId: 1 }],
      tag: ['/add-tag', { tag: 'Free' }],
    },
    [
      ['start', 'wait'],
      ['wait', 'pro'],
      ['pro', 'mail', 'yes'],
      ['pro', 'tag', 'no'],
    ],
  )
  const tables = ['flow_runs', 'step_visits', 'sends', 'step_sends', 'changes', 'people', 'flow_step_counts', 'tags']
  const counts = async () => {
    const all: Record<string, number> = {}
    for (const table of tables)
      all[table] = (
        await world.rows<{ count: number }>(`select count(*)::int from ${table} where account_id = $1`)
      )[0]!.count
    return all
  }
  return { ...world, house, flowId, ids, counts }
}

describe('a dry run', () => {
  test('tells the way, the times, the mail and why, and leaves nothing behind', async () => {
    const world = await drawn()
    const { client, flowId, ids, house } = world
    const personId = await world.person({ email: 'pro@acme.example', fields: { plan: 'pro' } })
    await world.rows('update email_versions set subject = $2 where account_id = $1 and email_id = 1 returning 1', [
      'You are {{ person.plan }}{% if person.city %} in {{ person.city }}{% endif %}',
    ])
    const before = await world.counts()
    const { stays, verdict } = await client.call('dryRunFlow', { params: { id: flowId }, body: { personId } })
    expect(stays.map(({ stepId, exit }) => [stepId, exit])).toEqual([
      [ids.start, null],
      [ids.wait, null],
      [ids.pro, 'yes'],
      [ids.mail, null],
    ])
    expect(new Date(stays[2]!.enteredAt).getTime() - house.clock.now().getTime()).toBe(2 * 86_400_000)
    expect(stays[2]?.explanation?.isTrue).toBe(true)
    expect(stays[3]?.mail).toEqual({
      emailId: 1,
      name: 'Email 1',
      to: 'pro@acme.example',
      subject: 'You are pro',
    })
    expect(verdict).toBe('They would come to the end of the flow.')
    expect(await world.counts()).toEqual(before)
  })

  test('says where a mail cannot be written for somebody', async () => {
    const world = await drawn()
    const personId = await world.person({ fields: { plan: 'pro' } })
    await world.rows('update email_versions set subject = $2 where account_id = $1 and email_id = 1 returning 1', [
      '{{ person.plan | divided_by: 0 | nope }}',
    ])
    const { stays } = await world.client.call('dryRunFlow', { params: { id: world.flowId }, body: { personId } })
    expect(stays.at(-1)?.error).toMatch(/^The mail cannot be written: .*nope/)
  })

  test('takes somebody who was made up, and exits that were chosen by hand', async () => {
    const { client, flowId, ids, counts } = await drawn()
    const before = await counts()
    const person = { email: 'nobody@acme.example', fields: {} }
    const free = await client.call('dryRunFlow', { params: { id: flowId }, body: { person } })
    expect(free.stays.at(-1)?.stepId).toBe(ids.tag)
    const chosen = await client.call('dryRunFlow', {
      params: { id: flowId },
      body: { person, choices: { [String(ids.pro)]: 'yes' } },
    })
    expect(chosen.stays.map(({ stepId, isChosen }) => [stepId, isChosen])).toEqual([
      [ids.start, false],
      [ids.wait, false],
      [ids.pro, true],
      [ids.mail, false],
    ])
    expect(await counts()).toEqual(before)
  })

  test('waits for nobody who counts people of the flow, and holds up nobody who does', async () => {
    const world = await drawn()
    const { client, flowId } = world
    await world.tags('Free')
    await world.switchOn(flowId)
    await world.event(await world.person(), 'Signed up')
    await world.takeChanges()
    await world.system(async (tx) => {
      const counted = await tx.rows('select 1 from flow_step_counts where account_id = $1 for update', [
        world.accountId,
      ])
      await tx.rows('select 1 from flow_quarters where account_id = $1 for update', [world.accountId])
      expect(counted.length).toBeGreaterThan(0)
      const person = { email: 'nobody@acme.example' }
      const { verdict } = await client.call('dryRunFlow', { params: { id: flowId }, body: { person } })
      expect(verdict).toBe('They would come to the end of the flow.')
    })
  })

  test('says where people would stay: at a goal, at settings that are not complete', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await world.draw(
      { start: ['/event', { eventName: 'Signed up' }], goal: ['/goal', { name: 'Pro', conditions: isPro }] },
      [['start', 'goal']],
    )
    const person = { email: 'nobody@acme.example' }
    const atGoal = await world.client.call('dryRunFlow', { params: { id: flowId }, body: { person } })
    expect(atGoal.verdict).toBe('They would wait at the goal until they meet its conditions.')
    const open = await world.draw({ start: ['/event', { eventName: 'Signed up' }], mail: ['/send', {}] }, [
      ['start', 'mail'],
    ])
    const atMail = await world.client.call('dryRunFlow', { params: { id: open.flowId }, body: { person } })
    expect(atMail.verdict).toBe('They would stand at a step whose settings are not complete.')
    expect(atMail.stays.at(-1)?.error).toMatch(/not complete/)
  })

  test('refuses a flow without a trigger and nobody; others’ flows and people are not there', async () => {
    const { client, flowId, server, house } = await drawn()
    const { integration } = await client.call('createFlow', { query: {} })
    const person = { email: 'nobody@acme.example' }
    expect((await client.send('dryRunFlow', { params: { id: integration.id }, body: { person } })).status).toBe(422)
    expect((await client.send('dryRunFlow', { params: { id: flowId }, body: {} })).status).toBe(422)
    expect((await client.send('dryRunFlow', { params: { id: flowId }, body: { personId: 999_999 } })).status).toBe(404)
    const other = server.as(await house.newAccount())
    expect((await other.send('dryRunFlow', { params: { id: flowId }, body: { person } })).status).toBe(404)
  })
})
