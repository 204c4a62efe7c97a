import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The parts of Vite's manifest that are read. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean }>

/** What a screen makes a browser fetch before it shows, in bytes after gzip. */
export type ScreenSize = { screen: string; scripts: number; styles: number }

/** A screen, or its parts, by how much it may weigh; bytes are thousands, as browsers show them. */
const BUDGETS: [screen: RegExp, scripts: number][] = [
  [/^entry$/, 125_000],
  [/^(Login|Register|ResetPassword|RequestResetPassword|LoginConfirm)$/, 150_000],
  [/^SegmentScreen$/, 185_000],
  [/^FlowScreen$/, 260_000],
  [/^EmailScreen$/, 320_000],
  [/^(Flow|Email)(Metrics|Events)$/, 310_000],
  [/./, 210_000],
]
const STYLES = 45_000
const FONT = 50_000
const TOLERANCE = 1.05

/** What every screen of a signed-in member stands in. */
const SHELL = ['boot/session.ts', 'shell/Shell.tsx']
const ENTRY = 'index.html'
const SCREEN = /\/screens\/\w+\.tsx$/
/** What a screen fetches by itself beside what it shows first, so that strangers who see a part of it are spared the rest. */
const BESIDE: Record<string, RegExp> = { FlowScreen: /\/flows\/web\/editor\/FlowEditor\.tsx$/ }
const ENTRANCE = /\/(Login|Register|ResetPassword|RequestResetPassword|LoginConfirm)\.tsx$/

/** A chunk with everything that it cannot do without. */
export const closureOf = (manifest: Manifest, roots: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const queue = roots.filter((root) => manifest[root])
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    found.add(name)
    queue.push(...(manifest[name]?.imports ?? []))
  }
  return found
}

/** The weight of the entry alone and of every screen with what it stands in. */
export const screenSizes = (manifest: Manifest, weigh: (file: string) => number): ScreenSize[] => {
  const sizeOf = (screen: string, roots: readonly string[]): ScreenSize => {
    const chunks = [...closureOf(manifest, roots)].map((name) => manifest[name]!)
    const styles = new Set(chunks.flatMap(({ css = [] }) => css))
    const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + weigh(file), 0)
    return { screen, scripts: sum(new Set(chunks.map(({ file }) => file))), styles: sum(styles) }
  }
  const screens = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry && SCREEN.test(name))
  const besideOf = (screen: string) => Object.keys(manifest).filter((name) => BESIDE[screen]?.test(name))
  const rootsOf = (name: string, screen: string) => [
    ENTRY,
    ...(ENTRANCE.test(name) ? [] : SHELL),
    name,
    ...besideOf(screen),
  ]
  const sizeOfScreen = (name: string) => {
    const screen = basename(name, '.tsx')
    return sizeOf(screen, rootsOf(name, screen))
  }
  return [sizeOf('entry', [ENTRY]), ...screens.map(sizeOfScreen)]
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} KB`

/** How much the scripts of a screen should weigh at most, in bytes after gzip; the check lets a twentieth more pass. */
export const screenBudget = (screen: string): number => BUDGETS.find(([name]) => name.test(screen))![1]

const overBudget = (what: string, size: number, budget: number) =>
  size > budget * TOLERANCE ? [`${what}: ${kilobytes(size)}, and ${kilobytes(budget)} are allowed`] : []

/** Says which screens weigh more than they may. */
export const tooHeavy = (sizes: readonly ScreenSize[], fonts: readonly number[]): string[] => [
  ...sizes.flatMap(({ screen, scripts, styles }) => [
    ...overBudget(`${screen}, scripts`, scripts, screenBudget(screen)),
    ...overBudget(`${screen}, styles`, styles, STYLES),
  ]),
  ...overBudget('fonts', Math.max(0, ...fonts), FONT),
]

/** Reads the built web app. */
export const readBuild = (dist: string) => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const weights = new Map<string, number>()
  const weigh = (file: string) => {
    const known = weights.get(file) ?? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
    weights.set(file, known)
    return known
  }
  return { manifest, weigh }
}
