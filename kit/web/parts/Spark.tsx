/** A small line of figures over time, drawn without axes; decoration beside its number. */
export const Spark = ({
  data,
  width = 84,
  height = 26,
  color = 'var(--mantine-color-iris-6)',
}: {
  data: readonly number[]
  width?: number
  height?: number
  color?: string
}) => {
  if (data.length < 2) return <svg width={width} height={height} aria-hidden="true" />
  const most = Math.max(...data)
  const least = Math.min(...data)
  const range = most - least || 1
  const points = data.map((value, index) => {
    const x = (index / (data.length - 1)) * (width - 4) + 2
    const y = height - 3 - ((value - least) / range) * (height - 6)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  const line = `M${points.join('L')}`
  return (
    <svg width={width} height={height} aria-hidden="true" style={{ display: 'block' }}>
      <path d={`${line}L${width - 2} ${height}L2 ${height}Z`} fill={color} opacity=".09" />
      <path d={line} fill="none" stroke={color} strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}
