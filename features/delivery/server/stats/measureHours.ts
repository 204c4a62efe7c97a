import type { House } from '@millrace/kit/server'
import type { MailHour, MailHours } from '../../contract/index.ts'
import { type Asked, filterOf } from './emailStats.ts'
import { fitHours } from './hoursThatFit.ts'
import { readMailRange } from './mailRange.ts'
import { type HourRow, readHours } from './readHours.ts'
import { hoursIn, type Stretch, steadyIn } from './weekHours.ts'

const HOURS_A_DAY = 24

const sofar = ({ from, to }: Stretch, now: Date): Stretch => ({ from, to: now < to ? now : to })

/** What was taken back later than it was counted leaves no hour below nothing. */
const atLeastNone = (figure: number | undefined) => Math.max(figure ?? 0, 0)

const hourOf = (hour: number, times: number, row: HourRow | undefined): MailHour => ({
  weekday: Math.floor(hour / HOURS_A_DAY) + 1,
  hour: hour % HOURS_A_DAY,
  times,
  sent: atLeastNone(row?.accepted) + atLeastNone(row?.refused),
  opened: atLeastNone(row?.opened),
  opens: atLeastNone(row?.opens),
  botOpens: atLeastNone(row?.bot_opens),
  clicked: atLeastNone(row?.clicked),
  clicks: atLeastNone(row?.clicks),
  botClicks: atLeastNone(row?.bot_clicks),
})

/** What was sent, opened and clicked in each hour of the week, by the clock of a zone. */
export const measureHours = (house: House, accountId: number, asked: Asked): Promise<MailHours> =>
  house.db.account(accountId, async (tx) => {
    const { from, to, zone, endDate } = await readMailRange(tx, house, accountId, asked)
    const filter = filterOf(asked)
    const { cutToDays, emailIds, ...stretch } = await fitHours(tx, accountId, { from, to }, zone, filter)
    const rows = await readHours(tx, accountId, steadyIn(stretch, zone), filter, emailIds)
    const of = new Map(rows.map((row) => [row.hour, row]))
    return {
      from: stretch.from.toISOString(),
      to: stretch.to.toISOString(),
      startDate: stretch.from.toLocaleDateString('sv-SE', { timeZone: zone }),
      endDate,
      timezone: zone,
      cutToDays,
      hours: hoursIn(steadyIn(sofar(stretch, house.clock.now()), zone)).map((times, hour) =>
        hourOf(hour, times, of.get(hour)),
      ),
    }
  })
