// Runs on whatever Node starts it, before anything is installed: only plain JavaScript and Node's own modules here.
import { main } from './bootstrap/main.mjs'

process.exitCode = await main(process.argv.slice(2))
