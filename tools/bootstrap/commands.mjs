const COMMANDS = {
  start: { file: 'app/cli/millrace.ts', needsWeb: 'stale' },
  dev: { file: 'tools/dev/main.ts' },
  test: { file: 'tools/test/main.ts' },
  check: { file: 'tools/test/main.ts', before: ['--fast'] },
  bench: { file: 'checks/benchmarks/main.ts', needsWeb: 'stale' },
  faults: { file: 'checks/faults/main.ts' },
  new: { file: 'tools/new/new.ts' },
}

const BUILDS = {
  web: { needsWeb: 'always' },
  schema: { file: 'tools/schema/main.ts' },
}

/** What a command runs: a file with arguments, and whether the web app must be built before. */
export const commandLine = ([name = 'start', ...rest]) => {
  if (name === 'build') {
    const [what = 'web', ...args] = rest
    const build = BUILDS[what]
    if (!build) throw new Error(`What is "${what}"? npm run build knows: ${Object.keys(BUILDS).join(', ')}.`)
    return { args, ...build }
  }
  const command = COMMANDS[name]
  if (!command) throw new Error(`What is "${name}"? There is: ${[...Object.keys(COMMANDS), 'build'].join(', ')}.`)
  const { file, before = [], needsWeb } = command
  return { file, args: [...before, ...rest], needsWeb }
}
