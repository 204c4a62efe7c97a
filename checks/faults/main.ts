import { breakThings } from './breakThings.ts'

const numberOf = (name: string, otherwise: number) => {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : otherwise
}

const isShort = process.argv.includes('--short')
const counted = await breakThings({
  people: numberOf('people', isShort ? 600 : 5_000),
  workerKills: numberOf('kills', isShort ? 5 : 50),
  postgresKills: numberOf('postgres-kills', isShort ? 1 : 5),
  dropOneIn: numberOf('drop-one-in', isShort ? 60 : 100),
  livesMs: [60, 500],
})
const { missed, twice, untold, uncertain, cutByKills, states, kills, seconds, people } = counted
console.log(`
${people} people, ${kills} workers killed, ${seconds.toFixed(0)} seconds
  nobody missed          ${missed.length ? `NO: ${missed.length}, such as ${missed[0]}` : 'yes'}
  nobody twice           ${twice.length ? `NO: ${twice.length}, such as ${twice[0]}` : 'yes'}
  taken without a word   ${untold}, of which uncertain ${uncertain - cutByKills}
  cut by killed workers  ${cutByKills}
  ledger                 ${JSON.stringify(states)}
`)
// Every mail that was taken without a word is uncertain; of each killed worker at most what was on its ten connections.
const holds = [
  !missed.length,
  !twice.length,
  uncertain - cutByKills === untold,
  cutByKills <= kills * 10,
  Object.keys(states).every((state) => state === 'accepted' || state === 'uncertain'),
]
const failed = holds.filter((one) => !one).length
console.log(`${holds.length - failed} passed, ${failed} failed`)
if (failed) process.exitCode = 1
