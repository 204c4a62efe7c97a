import type { Plugin } from 'vite'

type Chunk = { type: string; facadeModuleId?: string | null; imports?: readonly string[] }

/** What every signed-in page stands in; it is there before any screen is asked for. */
const FIRST = [/[\\/]app[\\/]web[\\/]shell[\\/]Shell\.tsx$/, /[\\/]app[\\/]web[\\/]boot[\\/]/]

/** Screens of those who are not signed in stand without it. */
const ALONE = /[\\/]screens[\\/](?:Login|Register|ResetPassword|RequestResetPassword)\.tsx$/

/**
 * Leaves out of the lists of what is fetched together with a screen what is there already: those lists stand in what every
 * page loads first. `resolveDependencies` belongs into `build.modulePreload`.
 */
export const leanPreloads = () => {
  const there = new Set<string>()
  const alone = new Set<string>()
  const plugin: Plugin = {
    name: 'lean-preloads',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler: (_options, bundle) => {
        const chunks = new Map(Object.entries(bundle as Record<string, Chunk>))
        for (const [name, { facadeModuleId }] of chunks) if (ALONE.test(facadeModuleId ?? '')) alone.add(name)
        const open = [...chunks].flatMap(([name, { facadeModuleId }]) =>
          FIRST.some((path) => path.test(facadeModuleId ?? '')) ? [name] : [],
        )
        for (let name = open.pop(); name; name = open.pop()) {
          if (there.has(name)) continue
          there.add(name)
          open.push(...(chunks.get(name)?.imports ?? []))
        }
      },
    },
  }
  const resolveDependencies = (file: string, names: string[]) =>
    alone.has(file) ? names : names.filter((name) => !there.has(name))
  return { plugin, resolveDependencies }
}
