import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import mantinePreset from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'
import { defineConfig, type Plugin } from 'vite'
import { leanContracts } from './build/leanContracts.ts'
import { leanPreloads } from './build/leanPreloads.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const target = process.env.SERVER_URL ?? 'http://127.0.0.1:3000'

/** Addresses that the server answers itself while the web app is developed. */
const SERVED = ['/v1', '/openapi.json', '/docs', '/t/', '/images', '/u/', '/e/']

/** Takes each icon from its own file: the package's index names five thousand. */
const singleIcons = (): Plugin => ({
  name: 'single-icons',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\.tsx?$/, code: '@tabler/icons-react' },
    handler: (code) =>
      code.replace(/import \{([^}]*)\} from '@tabler\/icons-react'/g, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name && !name.startsWith('type '))
          .map((name) => {
            const [icon = '', own = icon] = name.split(/\s+as\s+/)
            return `import ${own} from '@tabler/icons-react/dist/esm/icons/${icon}.mjs'`
          })
          .join(';'),
      ),
  },
})

/** Lays a .gz and a .br beside every larger text file, so that the server need not compress. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
    for (const name of Object.keys(bundle)) {
      if (!/\.(js|css|svg|html)$/.test(name)) continue
      const path = join(dir, name)
      const text = await readFile(path)
      if (text.length < 1_000) continue
      await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
      await writeFile(`${path}.br`, await promisify(brotliCompress)(text, brotli))
    }
  },
})

/** Matches modules below these folders of packages. */
const below = (...folders: string[]) => {
  const all = folders.map((folder) => folder.replaceAll('/', '[\\\\/]')).join('|')
  return new RegExp(`node_modules[\\\\/](?:${all})`)
}

/**
 * What is fetched together: what every page stands on, what most pages draw with, and the icons of several pages. Fewer and larger
 * files compress better; broader groups would make the first page heavier.
 */
const GROUPS = [
  // The doors name the files of every screen; in one chunk each name stands once.
  {
    name: 'doors',
    includeDependenciesRecursively: false,
    test: /[\\/](features[\\/]\w+[\\/]web[\\/](index|ports)|app[\\/]web[\\/](routes|boot[\\/](isShared|page)|\w+[\\/](index|router|plug\w+)))\.tsx?$/,
  },
  // How every page asks the server and is gone to.
  {
    name: 'asking',
    includeDependenciesRecursively: false,
    test: /[\\/]kit[\\/]web[\\/](client|told|query|navigation|address[\\/]search|data[\\/](pendingSaves|optimistic|queryKey))\.tsx?$/,
  },
  {
    name: 'base',
    test: below(
      '(react|react-dom|scheduler|use-sync-external-store)/',
      '@tanstack/(react-router|router-core|history|store|react-store)/',
      '@tanstack/query-core/build/modern/(?!queries|infinite|streamed)',
      '@tanstack/react-query/build/modern/(?!useQueries|useInfinite)',
      '@mantine/core/esm/core/(MantineProvider|utils)/',
      '@mantine/store/',
    ),
  },
  {
    name: 'controls',
    test: below(
      '@mantine/core/esm/core/(Box|styles-api|factory|InlineStyles|DirectionProvider)/',
      '@mantine/core/esm/components/(Button|UnstyledButton|ActionIcon|Loader|Transition|CloseButton|Input|InputBase|TextInput)/',
    ),
  },
  {
    name: 'menus',
    // What it stands on is shared with parts that have no menus.
    includeDependenciesRecursively: false,
    test: below(
      '@floating-ui/',
      '@mantine/core/esm/(components/(Popover|Menu|Tooltip|Portal|FocusTrap)|utils/Floating)/',
    ),
  },
  // What lists hold of folders before the tree is fetched.
  {
    name: 'folders',
    test: /features[\\/]folders[\\/](?:contract|web[\\/](?!panel|later|page))/,
    includeDependenciesRecursively: false,
  },
  // What the block editor of emails cannot do without; its settings and dialogs come later.
  {
    name: 'writing',
    test: /features[\\/]emails[\\/]web[\\/](?:canvas|design|editor)[\\/](?!PreviewPane|Versions|SendTest|CheckedContext|darkMail|openings|(?:head|preview|list)\.module)/,
    includeDependenciesRecursively: false,
  },
  // What the pages before signing in show; they need none of the others.
  {
    name: 'marks',
    test: /@tabler[\\/].*[\\/](?:defaultAttributes|createReactComponent|Icon(?:AlertTriangle|Bolt|Check|ChevronLeft|CircleCheck|Clock|Eye|EyeOff|Filter|Flag3|InfoCircle|Lock|Mail|Pointer|Refresh|Tag|Users|X))\.mjs$/,
  },
  { name: 'icons', test: below('@tabler/'), minShareCount: 5 },
]

const preloads = leanPreloads()

export default defineConfig({
  root,
  plugins: [leanContracts(), singleIcons(), react(), preloads.plugin, compressed()],
  css: {
    postcss: {
      plugins: [
        mantinePreset(),
        simpleVars({
          variables: {
            'mantine-breakpoint-xs': '36em',
            'mantine-breakpoint-sm': '48em',
            'mantine-breakpoint-md': '62em',
            'mantine-breakpoint-lg': '75em',
            'mantine-breakpoint-xl': '88em',
          },
        }),
      ],
    },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(SERVED.map((path) => [path, { target }])),
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false, resolveDependencies: preloads.resolveDependencies },
    rolldownOptions: {
      output: {
        // Names of files stand in the entry, each with those that it needs: short ones spare every page a kilobyte.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: { groups: GROUPS },
      },
    },
  },
})
