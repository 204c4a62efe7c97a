/** What the command line asks for: a command, and settings by their environment names. */
export type CommandLine = {
  command: Command
  settings: Record<string, string>
  wantsHelp: boolean
  /** With `admin`: whose right it is about, and whether they get it or lose it. */
  right?: Right
}

/** Whether somebody is to be a platform administrator. */
export type Right = { email: string; isAdmin: boolean }

const COMMANDS = ['start', 'migrate', 'seed', 'doctor', 'admin'] as const
type Command = (typeof COMMANDS)[number]

/** Flags that take a value, and the setting that each stands for. */
const WITH_VALUE: Record<string, string> = {
  '--port': 'PORT',
  '--data': 'DATA_DIR',
  '--role': 'ROLE',
  '--host': 'HOST',
  '--scale': 'SEED_SCALE',
}

/** Flags that stand for a setting with a value of their own. */
const ALONE: Record<string, [string, string]> = { '--no-seed': ['SEED', 'false'] }

const FLAGS = [...Object.keys(WITH_VALUE), ...Object.keys(ALONE), '--revoke', '--help']

/** Shown for `--help`. */
export const HELP = `millrace start      run everything: web, API, worker, mailbox (and PostgreSQL, unless DATABASE_URL names one)
millrace migrate    bring the database to this version's schema
millrace seed       fill an empty database with the story workspace, or with --scale 1000000 an account of that many people
millrace doctor     look whether everything that Millrace needs is there
millrace admin a@b  make a member a platform administrator; with --revoke, no longer

  --port 3000            port of the web server
  --data .data           folder of the embedded database, uploads and the secret
  --role all             api, worker or all
  --host 127.0.0.1       address to listen on
  --no-seed              leave an empty database empty

Everything else is set by environment variables; docs/guides/configuration.md has them all.`

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]!
}

const nearest = (word: string, known: readonly string[]) => {
  const [best] = known.map((each) => ({ each, far: distance(word, each) })).sort((a, b) => a.far - b.far)
  return best && best.far <= 3 ? ` Did you mean ${best.each}?` : ` There is: ${known.join(', ')}.`
}

const readCommand = (words: string[], isRevoked: boolean): Pick<CommandLine, 'command' | 'right'> => {
  const [word = 'start', ...others] = words
  const command = COMMANDS.find((each) => each === word)
  if (!command) throw new Error(`What is "${word}"?${nearest(word, COMMANDS)}`)
  const email = command === 'admin' ? others.shift() : undefined
  if (others.length) throw new Error(`"${others[0]}" is one word too many.`)
  if (command !== 'admin' && isRevoked) throw new Error('--revoke goes with "millrace admin".')
  if (command !== 'admin') return { command }
  if (!email?.includes('@')) throw new Error('Whose right? Say it as "millrace admin mara@example.com".')
  return { command, right: { email, isAdmin: !isRevoked } }
}

/** Reads the arguments of `millrace`; what it does not know is refused with a hint. */
export const readArguments = (argv: readonly string[]): CommandLine => {
  const words: string[] = []
  const settings: Record<string, string> = {}
  let wantsHelp = false
  let isRevoked = false
  const queue = [...argv]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    const [flag = '', given] = word.startsWith('--') ? word.split(/=(.*)/s) : [word]
    const setting = WITH_VALUE[flag]
    const alone = ALONE[flag]
    if (flag === '--help' || flag === '-h') wantsHelp = true
    else if (flag === '--revoke' && given === undefined) isRevoked = true
    else if (alone && given === undefined) settings[alone[0]] = alone[1]
    else if (setting) {
      const value = given ?? queue.shift()
      if (!value || value.startsWith('--')) throw new Error(`${flag} needs a value.`)
      settings[setting] = value
    } else if (flag.startsWith('-')) throw new Error(`The flag ${word} is not known.${nearest(flag, FLAGS)}`)
    else words.push(word)
  }
  return { ...(wantsHelp ? { command: 'start' } : readCommand(words, isRevoked)), settings, wantsHelp }
}
