import { count } from '../format.ts'
import { type ChartSeries, changeOf } from './chartSeries.ts'
import css from './charts.module.css'
import type { ChartLabel } from './timeLabels.ts'

type Props = {
  label: string
  /** What the first column is: "Day". */
  first: string
  labels: readonly ChartLabel[]
  series: readonly ChartSeries[]
  /** The latest stands first, as in a list, unless the points have an order of their own. */
  isLatestFirst?: boolean
}

const was = (value: number, before: readonly number[] | undefined, index: number) => {
  const then = before?.[index]
  if (then === undefined) return '—'
  const change = changeOf(value, then)
  return change ? `${count(then)} (${change})` : count(then)
}

/** The numbers of a chart. */
export const ChartTable = ({ label, first, labels, series, isLatestFirst = true }: Props) => {
  const rows = labels.map(({ whole }, index) => ({ whole, index }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {series.flatMap(({ id, label: name, before }) => [
              <th scope="col" key={id}>
                {name}
              </th>,
              ...(before ? [<th scope="col" key={`${id} before`}>{`${name}, before`}</th>] : []),
            ])}
          </tr>
        </thead>
        <tbody>
          {(isLatestFirst ? rows.reverse() : rows).map(({ whole, index }) => (
            <tr key={whole}>
              <th scope="row">{whole}</th>
              {series.flatMap(({ id, values, before }) => [
                <td key={id}>{count(values[index] ?? 0)}</td>,
                ...(before ? [<td key={`${id} before`}>{was(values[index] ?? 0, before, index)}</td>] : []),
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
