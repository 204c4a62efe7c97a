import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'
import { optInCalls } from './optInCalls.ts'
import { personPreferenceCalls } from './personCalls.ts'
import { CategoryCount, Choice, CommunicationCategory, PreferencesPage } from './preferences.ts'
import { suppressionCalls } from './suppressionCalls.ts'

const Token = z.object({ token: z.string().min(1).max(300) })

const page = {
  getPreferences: call({
    method: 'GET',
    path: '/v1/communication-preferences',
    auth: 'public',
    query: Token,
    returns: PreferencesPage,
    summary: 'What a person gets, from the link in a mail',
    fail: "We couldn't retrieve your preferences.",
  }),
  savePreferences: call({
    method: 'POST',
    path: '/v1/communication-preferences',
    auth: 'public',
    query: Token,
    body: z.record(z.string().regex(/^\d+$/), z.union([Choice, z.literal('')])),
    returns: PreferencesPage,
    summary: 'Choose by category what to get',
    fail: "We couldn't save your preferences.",
    limit: { max: 60, windowSec: 60 },
  }),
  unsubscribeFromAll: call({
    method: 'POST',
    path: '/v1/communication-preferences/all',
    auth: 'public',
    query: Token,
    returns: PreferencesPage,
    summary: 'Unsubscribe from all marketing mail',
    fail: "We couldn't unsubscribe you.",
    limit: { max: 60, windowSec: 60 },
  }),
  subscribeAgain: call({
    method: 'POST',
    path: '/v1/communication-preferences/subscribe',
    auth: 'public',
    query: Token,
    returns: PreferencesPage,
    summary: 'Take an unsubscription back',
    fail: "We couldn't save your preferences.",
    limit: { max: 60, windowSec: 60 },
    addition: true,
  }),
  previewPreferences: call({
    method: 'GET',
    path: '/v1/communication-preferences/preview/{mode}',
    params: z.object({ mode: z.enum(['manage', 'all', 'category']) }),
    status: 302,
    summary: 'Show the preferences page with an example person',
    fail: "We couldn't retrieve Communication Preferences settings.",
  }),
}

const settings = {
  listCategories: call({
    method: 'GET',
    path: '/v1/settings/communication-categories',
    scopes: ['emails:read'],
    returns: z.object({ categories: z.array(CommunicationCategory) }),
    summary: 'Kinds of mail that people may switch off',
    fail: "We couldn't retrieve Communication Preferences settings.",
  }),
  countCategoryChoices: call({
    method: 'GET',
    path: '/v1/settings/communication-categories/counts',
    scopes: ['emails:read'],
    returns: z.object({ counts: z.record(z.string(), CategoryCount) }),
    summary: 'How many people said what about each kind of mail',
    fail: "We couldn't retrieve Communication Preferences settings.",
    addition: true,
  }),
  createCategory: call({
    method: 'POST',
    path: '/v1/settings/communication-categories',
    scopes: ['emails:write'],
    body: z.object({
      name: z.string().trim().min(1, 'Please enter a name.').max(255),
      description: z.string().trim().min(1, 'Please enter a description.').max(2_000),
      type: z.enum(['marketing', 'transactional']).default('marketing'),
    }),
    returns: z.object({ category: CommunicationCategory }),
    summary: 'Add a kind of mail',
    fail: 'Error while updating category.',
  }),
  updateCategory: call({
    method: 'PATCH',
    path: '/v1/settings/communication-categories/{id}',
    scopes: ['emails:write'],
    params: z.object({ id: Id }),
    body: z.object({
      name: z.string().trim().min(1, 'Please enter a name.').max(255).optional(),
      description: z.string().trim().min(1, 'Please enter a description.').max(2_000).optional(),
      isArchived: z.boolean().optional(),
    }),
    returns: z.object({ category: CommunicationCategory }),
    summary: 'Change, archive or bring back a kind of mail',
    fail: 'Error while updating category.',
  }),
  getPreferenceTexts: call({
    method: 'GET',
    path: '/v1/accounts/config/communication-preferences-snippets',
    scopes: ['emails:read'],
    returns: z.object({ value: z.record(z.string(), z.string()) }),
    summary: 'Words of the preferences page that the account has replaced',
    fail: "We couldn't retrieve Communication Preferences settings.",
  }),
  savePreferenceTexts: call({
    method: 'POST',
    path: '/v1/accounts/config/communication-preferences-snippets',
    scopes: ['emails:write'],
    body: z.object({ value: z.record(z.string().max(100), z.string().max(5_000)) }),
    returns: z.object({ value: z.record(z.string(), z.string()) }),
    summary: 'Replace words of the preferences page',
    fail: "We couldn't save Communication Preferences settings.",
  }),
}

/** The calls of preferences. */
export const preferencesContract = {
  ...page,
  ...settings,
  ...personPreferenceCalls,
  ...suppressionCalls,
  ...optInCalls,
}
