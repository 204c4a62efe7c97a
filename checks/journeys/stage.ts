import { accessContract } from '@millrace/access/contract'
import { accountsContract } from '@millrace/accounts/contract'
import { copyDatabase } from '@millrace/kit/testing'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { type Client, clientOf, register } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { openBrowser } from './browser.ts'
import { openWindow } from './page.ts'

/** What every owner of a stage signs in with. */
export const PASSWORD = 'correct horse battery'

type Options = {
  /** Who registers; the owner of the story workspace where that is wanted. */
  email?: string
  isSeeded?: boolean
  env?: Record<string, string>
  /** A port that was asked for before, for settings that have to name it. */
  port?: number
}

const signIn = async (address: string, email: string, password: string) => {
  const client = clientOf(address)
  await client(accessContract.login, { body: { email, password } } as never)
  return client
}

/**
 * What journeys begin with: an installation on a database of its own, its owner, and a browser. The database is a copy
 * of one that is migrated already; how an installation makes its own is the newcomer's journey.
 */
export const openStage = async ({ email = '', isSeeded = false, env = {}, port: wanted = 0 }: Options) => {
  const { adminUrl, template } = inject('database')
  const database = await copyDatabase(adminUrl, template)
  const dataDir = newDataDir()
  const start = (port = 0) => startInstance({ dataDir, isSeeded, port, env: { ...env, DATABASE_URL: database.url } })
  let instance: Instance = await start(wanted)
  const { address } = instance
  const browser: Browser = await openBrowser()
  const owner: Client = isSeeded
    ? await signIn(address, 'mara@northwind.example', 'northwind')
    : await register(address, email, PASSWORD)
  const { writeKey } = await owner(accountsContract.accountInfo)
  const wrong: string[] = []

  return {
    address,
    browser,
    owner,
    /** The customer's own server. */
    writer: clientOf(address, writeKey ?? ''),
    /** Where its database is. */
    database: database.url,
    /** What went wrong on the pages of this stage. */
    wrong,
    /** A window, in which somebody is signed in if they are named. */
    pageOf: async (client?: Client, options: BrowserContextOptions = {}): Promise<Page> => {
      const page = await openWindow(browser, wrong, { baseURL: address, reducedMotion: 'reduce', ...options })
      const cookies = client?.cookie().split('; ') ?? []
      await page.context().addCookies(
        cookies.map((one) => {
          const [name = '', value = ''] = one.split(/=(.*)/s)
          return { name, value, url: address }
        }),
      )
      return page
    },
    /** Ends the process without asking (`kill -9`). */
    kill: () => instance.kill(),
    /** Starts another process on the same data and address. */
    startAgain: async () => {
      instance = await start(Number(new URL(address).port))
    },
    close: async () => {
      await browser.close()
      await instance.stop()
      await database.drop()
      removeDataDir(dataDir)
    },
  }
}

/** What `openStage` gives. */
export type Stage = Awaited<ReturnType<typeof openStage>>
