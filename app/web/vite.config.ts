import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const breakpoints = { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' }

/** Addresses that the server answers itself while the web app is developed. */
const SERVED = ['/v1', '/openapi.json', '/docs', '/t/', '/images', '/u/']

export default defineConfig({
  root,
  plugins: [react()],
  css: {
    postcss: {
      plugins: [
        (await import('postcss-preset-mantine')).default(),
        (await import('postcss-simple-vars')).default({
          variables: Object.fromEntries(
            Object.entries(breakpoints).map(([name, width]) => [`mantine-breakpoint-${name}`, width]),
          ),
        }),
      ],
    },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'icons', test: /node_modules.@tabler/, minShareCount: 2 }] },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      SERVED.map((path) => [path, { target: process.env.SERVER_URL ?? 'http://127.0.0.1:3000' }]),
    ),
  },
})
