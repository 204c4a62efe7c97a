import { arrivedOf, deliveryContract, sentOf } from '@millrace/delivery/contract'
import { flowsContract } from '@millrace/flows/contract'
import { count, type Figure, FigureStrip, share, useCall, useMay } from '@millrace/kit/web'
import { useMemo } from 'react'
import type { OpenAccount } from '../boot/session.ts'
import { changeOf, sumDays } from './figures.ts'

const DAYS = 30

const useFlowFigure = (): Figure => {
  const { data } = useCall(flowsContract.countFlowsPeople, { query: { days: DAYS } })
  return useMemo(() => {
    const all = data && Object.values(data.metrics)
    const sum = all?.reduce((total, { peopleEnteredFlow }) => total + peopleEnteredFlow, 0)
    const before = all?.reduce((total, { before: then }) => total + then.peopleEnteredFlow, 0)
    return {
      label: 'Entered flows',
      value: sum === undefined ? undefined : count(sum),
      ...changeOf(sum, before),
      trend: all && sumDays(all.map(({ days }) => days)),
    }
  }, [data])
}

/** People, entries, mail: the figures of the last 30 days. */
export const Figures = ({ account }: { account: OpenAccount }) => {
  const mayRead = useMay('emailMetrics:read')
  const flows = useFlowFigure()
  const { data } = useCall(
    deliveryContract.emailStats,
    { query: { period: 'last30Days', timezone: account.timezone || 'UTC' } },
    { enabled: mayRead },
  )
  const mail = data?.stats[0]
  const periods = mail?.periods ?? []
  const read = (value: string) => (data || !mayRead ? value : undefined)
  return (
    <FigureStrip
      figures={[
        { label: 'People', value: count(account.peopleCount) },
        flows,
        { label: 'Mails sent', value: read(count(mail ? sentOf(mail) : 0)), trend: periods.map(sentOf) },
        {
          label: 'Opened',
          value: read(share(mail?.opened ?? 0, mail ? arrivedOf(mail) : 0)),
          trend: periods.map(({ opened }) => opened),
        },
      ]}
    />
  )
}
