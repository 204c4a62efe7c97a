import type { Provider } from './provider.ts'

/** A provider that can be given up while it still carries mail. */
export type Retiring = { provider: Provider; retire(): void }

/** Closes a provider, once it was given up, when its last mail was answered. */
export const retiring = (provider: Provider): Retiring => {
  let carried = 0
  let isRetired = false
  const closeIfIdle = () => {
    if (isRetired && !carried) provider.close()
  }
  return {
    provider: {
      ...provider,
      send: async (mail) => {
        carried++
        try {
          return await provider.send(mail)
        } finally {
          carried--
          closeIfIdle()
        }
      },
    },
    retire: () => {
      isRetired = true
      closeIfIdle()
    },
  }
}
