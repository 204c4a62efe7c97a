import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importingAccount, type TestImports, testImports } from '../testing/index.ts'

let all: TestImports
beforeAll(async () => {
  all = await testImports(testHouse)
})
afterAll(() => all.close())

const bytesOf = (name: string) => readFileSync(fileURLToPath(new URL(`../testing/exports/${name}`, import.meta.url)))

const NAMES = { 'First Name': 'firstName', 'Last Name': 'lastName' }
const OUTLOOK = {
  ...NAMES,
  Company: 'company',
  'Job Title': 'title',
  'Business City': 'city',
  'Business Phone': 'phone',
  'E-mail Address': 'email',
  'Web Page': 'website',
}

/** How each tool's export is read, and where its columns go by guess; new fields are left out here. */
test.each<[string, object, Record<string, string>]>([
  [
    'google-contacts-2024.csv',
    { numPeople: 3 },
    {
      ...NAMES,
      'Organization Name': 'company',
      'Organization Title': 'title',
      Labels: 'tags',
      'E-mail 1 - Value': 'email',
      'Phone 1 - Value': 'phone',
      'Address 1 - City': 'city',
      'Address 1 - Country': 'country',
      'Website 1 - Value': 'website',
    },
  ],
  [
    'hubspot-contacts.csv',
    { numPeople: 2 },
    {
      ...NAMES,
      Email: 'email',
      'Phone Number': 'phone',
      'Country/Region': 'country',
      'Job Title': 'title',
      'Company Name': 'company',
    },
  ],
  [
    'mailchimp-subscribed.csv',
    { numPeople: 1 },
    {
      ...NAMES,
      'Email Address': 'email',
      Country: 'country',
      OPTIN_TIME: 'createdAt',
      TIMEZONE: 'timezone',
      TAGS: 'tags',
    },
  ],
  ['outlook-classic-cp1250.csv', { numPeople: 1, encoding: 'windows-1250' }, OUTLOOK],
  ['outlook-classic-cp1252.csv', { numPeople: 1, encoding: 'windows-1252' }, OUTLOOK],
  ['outlook-utf16le-tab.txt', { numPeople: 2, encoding: 'utf-16le', delimiter: '\t' }, OUTLOOK],
  [
    'salesforce-contact-report.csv',
    { numPeople: 4 },
    {
      ...NAMES,
      Title: 'title',
      'Mailing City': 'city',
      'Mailing Country': 'country',
      Phone: 'phone',
      Email: 'email',
      'Account Name': 'company',
      'Email Opt Out': 'unsubscribed',
    },
  ],
  [
    'shopify-customers.csv',
    { numPeople: 2 },
    {
      ...NAMES,
      'Customer ID': 'userId',
      Email: 'email',
      'Default Address City': 'city',
      'Default Address Country Code': 'country',
      Phone: 'phone',
      Tags: 'tags',
    },
  ],
  ['stripe-customers.csv', { numPeople: 1 }, { Email: 'email', Name: 'name', 'Created (UTC)': 'createdAt' }],
  ['zimbra-outlook-header-only.csv', { numPeople: 0 }, { ...OUTLOOK, 'Business Country': 'country' }],
])('the export of %s', async (name, file, guesses) => {
  const { client, upload } = await importingAccount(all)
  const { preview } = await client.call('previewImport', { body: { peopleFileKey: await upload(bytesOf(name)) } })
  const { encoding, delimiter, numPeople, hasHeader } = preview
  expect({ encoding, delimiter, numPeople, hasHeader }).toEqual({
    encoding: 'utf-8',
    delimiter: ',',
    hasHeader: true,
    ...file,
  })
  const known = preview.columns.flatMap(({ header, guess }) => (guess && !guess.isNew ? [[header, guess.field]] : []))
  expect(Object.fromEntries(known)).toEqual(guesses)
})

test('digits that nobody counts stay text', async () => {
  const { client, upload } = await importingAccount(all)
  const text = 'email,ZIP code,Second phone,Record ID,Orders\na@b.io,90210,4930123,17,3\n'
  const { preview } = await client.call('previewImport', { body: { peopleFileKey: await upload(text) } })
  expect(preview.columns.slice(1).map(({ guess }) => guess?.type)).toEqual(['string', 'string', 'string', 'number'])
})
