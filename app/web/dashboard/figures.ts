type Day = { date: string; entered: number }

/** How many entered on each day, over all flows. */
export const sumDays = (flows: readonly (readonly Day[])[]): number[] => {
  const byDate = new Map<string, number>()
  for (const { date, entered } of flows.flat()) byDate.set(date, (byDate.get(date) ?? 0) + entered)
  return [...byDate].sort(([a], [b]) => a.localeCompare(b)).map(([, entered]) => entered)
}

/** The change against the stretch before, in words; nothing where there was nothing before. */
export const changeOf = (now: number | undefined, before: number | undefined) => {
  if (!now || !before) return {}
  const change = ((now - before) / before) * 100
  if (Math.abs(change) < 0.05) return {}
  return { change: `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)}%`, isGood: change > 0 }
}
