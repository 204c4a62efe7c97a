import type { RefusedRow } from '../../contract/import.ts'
import c from './rows.module.css'

/** Rows that were not or would not be taken, each with its line and reason. */
export const RefusedRows = ({
  rows,
  headers,
  label,
}: {
  rows: readonly RefusedRow[]
  headers: readonly string[]
  label: string
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <div className={c.scroller} tabIndex={0} role="region" aria-label={label}>
    <table className={c.preview}>
      <thead>
        <tr>
          <th>Line</th>
          <th>Why</th>
          {headers.map((header) => (
            <th key={header}>{header}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, message, values }) => (
          <tr key={`${line} ${message}`}>
            <td className="num">{line}</td>
            <td className={c.why} title={message}>
              {message}
            </td>
            {headers.map((header, index) => (
              <td key={header} title={values[index]}>
                {values[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
