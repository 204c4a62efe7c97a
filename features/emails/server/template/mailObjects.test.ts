import { expect, test } from 'vitest'
import { compileTemplate, renderFor } from './compileTemplate.ts'
import { objectKindsIn } from './mailObjects.ts'
import type { MailPerson } from './template.ts'

test.each([
  [['Hi {{ person.name }}', 'object.company.name in words'], []],
  [
    ['{{ object.company.name }}', '{% if object.Project.plan == "pro" %}x{% endif %}{{object.company.x}}'],
    ['company', 'project'],
  ],
  [['{{ object.my-kind.name }}'], ['my-kind']],
])('kinds of objects that %j ask for', (texts, kinds) => {
  expect(objectKindsIn(texts)).toEqual(kinds)
})

const words = { accountId: 1, emailId: 1, version: 1, name: 'x', isTransactional: false, categoryId: null }
const lines = { fromName: '', fromEmail: '', replyName: '', replyEmail: '', cc: '', bcc: '', preheader: '' }
const account = { name: '', site: '', mailingAddress: '', timezone: 'UTC' }
const fields = { name: 'Acme <Ltd>', 'plan.name': 'Pro', seatsTaken: 3 }

test('objects of a reader stand in the mail, by any spelling of a field, and nothing where there are none', () => {
  const subject =
    '{{ object.company.name }} {{ object.Company.plan.name }} {{ object.company.seats_taken }} {{ object.company.external_id }}'
  const html = `<p>{{ object.company.name }}{{ object.project.name | default: 'no project' }}</p>`
  const template = compileTemplate({ ...words, ...lines, subject, html })
  expect(template.objectKinds).toEqual(['company', 'project'])
  const fill = (objects?: MailPerson['objects']) =>
    renderFor(
      template,
      { person: { id: 1, email: 'a@b.example', fields: {}, objects }, account },
      { unsubscribeUrl: '' },
    )
  const mail = fill({ company: { id: 7, externalId: 'c-7', fields } })
  expect(mail.subject).toBe('Acme <Ltd> Pro 3 c-7')
  expect(mail.html).toContain('<p>Acme &lt;Ltd&gt;no project</p>')
  expect(fill().subject).toBe('')
})
