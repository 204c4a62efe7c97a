import c from './rows.module.css'

/** The first rows of a file as they were read. */
export const PreviewTable = ({
  headers,
  rows,
  label,
}: {
  headers: readonly string[]
  rows: readonly string[][]
  label: string
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className={c.scroller} aria-label={label} tabIndex={0}>
    <table className={c.preview}>
      <thead>
        <tr>
          {headers.map((header, index) => (
            <th key={index} title={header}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>
            {headers.map((_, index) => (
              <td key={index} title={row[index]}>
                {row[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
