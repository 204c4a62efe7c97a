import { openEmails } from '@millrace/emails/server'
import { callServer, testHouse } from '@millrace/kit/testing'
import { ensureAutoSegments } from '@millrace/segments/server'
import { describe, expect, test } from 'vitest'
import { graphProblemsOf, settingsProblemsOf } from '../contract/index.ts'
import { openFlowWorld } from '../testing/index.ts'
import { RECIPES } from './index.ts'

const PORTS = {
  sendTest: async () => undefined,
  senders: async () => [],
  stats: async () => new Map(),
  usedIn: async () => new Map(),
}

const PEOPLE = { type: 'group', operator: 'and', conditions: [{ type: 'tag', value: 'x', condition: 'has' }] } as const

describe('recipes', () => {
  test('are eight, each with an id of its own, mails and a note that says what to fill in', () => {
    expect(RECIPES).toHaveLength(8)
    expect(new Set(RECIPES.map(({ id }) => id)).size).toBe(8)
    for (const { emails, notes, steps, links } of RECIPES) {
      expect(emails.length).toBeGreaterThan(1)
      expect(notes[0]?.text.length).toBeGreaterThan(20)
      expect(links.length).toBeGreaterThanOrEqual(steps.length - 2)
    }
  })

  test('are listed as they are drawn, without the bodies of their mails', async () => {
    const { client } = await openFlowWorld(await testHouse())
    const { recipes } = await client.call('listRecipes', {})
    expect(recipes.map(({ id }) => id)).toEqual(RECIPES.map(({ id }) => id))
    expect(recipes[0]).toMatchObject({ name: 'Trial onboarding', group: 'Trials', objectType: 'person' })
    expect(recipes[0]?.emails[0]).toEqual({
      id: 1,
      name: 'Trial: welcome',
      subject: expect.any(String),
      preheader: expect.any(String),
    })
    const { email } = await client.call('previewRecipeEmail', { params: { recipeId: 'trial-onboarding', emailId: 1 } })
    expect(email.subject).toMatch(/^Welcome to .*, Ada$/)
    expect(email.html).toContain('Good to have you here.')
    const unknown = { params: { recipeId: 'nothing', emailId: 1 } }
    expect((await client.send('previewRecipeEmail', unknown)).status).toBe(404)
    const noMail = { params: { recipeId: 'trial-onboarding', emailId: 99 } }
    expect((await client.send('previewRecipeEmail', noMail)).status).toBe(404)
    expect((await client.send('createFlow', { query: { recipe: 'nothing' } })).status).toBe(404)
  })

  test.each(RECIPES.map(({ id, name }) => [id, name]))(
    '%s can be switched on once what it asks for is filled in',
    async (id, name) => {
      const house = await testHouse()
      const world = await openFlowWorld(house, {}, { isSendable: async () => true })
      const { client, account } = world
      const { integration, copied } = await client.call('createFlow', { query: { recipe: id } })
      expect(integration).toMatchObject({ name, recipe: id, status: 'deactivated-user' })
      expect(copied?.dropped).toEqual([])
      const asked = Object.values(integration.steps).filter(({ data }) => data.editor.mustConfig.configStep)
      for (const step of asked) {
        expect(settingsProblemsOf(step)).not.toEqual([])
        const values = {
          '/event': { eventName: 'Something happened' },
          '/condition': { conditions: PEOPLE },
          '/segment': { segmentId: 2 },
          '/wait-for': { ...step.inputFields.values, conditions: PEOPLE },
          '/email-notification': { ...step.inputFields.values, to: ['team@acme.example'] },
        }[step.operationKey]
        await client.call('updateStep', { params: { id: step.id }, body: { inputFields: { values: values ?? {} } } })
      }
      await world.tags('x')
      await world.system((tx) => ensureAutoSegments(tx, house, world.accountId))
      const { problems } = await client.call('getFlowProblems', { params: { id: integration.id } })
      expect(problems).toEqual([])
      expect(graphProblemsOf(integration).filter(({ code }) => code === 'not-reached')).toEqual([])
      await world.switchOn(integration.id)
      const emails = (await callServer(openEmails(house, PORTS))).as(account)
      for (const { id: emailId } of copied?.emails ?? []) {
        const { email } = await emails.call('getEmail', { params: { id: emailId } })
        expect(email.subject.length).toBeGreaterThan(5)
        expect(email.preheader.length).toBeGreaterThan(5)
        expect(email.fromEmail).toMatch(/@/)
        const shown = await emails.call('previewEmail', { body: { email: { id: emailId } } })
        expect(shown.warnings.filter(({ kind }) => kind !== 'address')).toEqual([])
        expect(shown.text.length).toBeGreaterThan(50)
        expect(shown.html).not.toMatch(/\{[{%]/)
      }
    },
  )

  test('bring their mails, segments and tags once, however often they are used', async () => {
    const { client, rows } = await openFlowWorld(await testHouse())
    const use = () => client.call('createFlow', { query: { recipe: 'activation-nudge' } })
    const first = await use()
    expect(first.copied).toMatchObject({
      emails: [{ name: 'Nudge: pick up where you left' }, { name: 'Nudge: three ways to begin' }],
      segments: [{ name: 'Signed up, gone quiet' }],
      tags: ['dormant', 'customer'],
    })
    const second = await use()
    expect(second.integration.name).toBe('Activation nudge (copy)')
    expect(second.copied).toEqual({ emails: [], segments: [], fields: [], tags: [], dropped: [] })
    expect(await rows('select id from emails where account_id = $1')).toHaveLength(2)
  })
})
