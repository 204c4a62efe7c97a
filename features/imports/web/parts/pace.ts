import { count, plural } from '@millrace/kit/web'

/** How long something takes in words; undefined where nobody can tell. */
export const timeLeft = (left: number, speed: number): string | undefined => {
  if (speed <= 0 || left <= 0) return undefined
  const seconds = left / speed
  if (seconds < 8) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${plural(Math.max(1, minutes), 'minute')} left`
  return `about ${plural(Math.round(minutes / 60), 'hour')} left`
}

/** How far something is, how fast it goes and how long it still takes, in one line. */
export const paceOf = ({ done, total, speed }: { done: number; total: number; speed: number }): string =>
  [
    `${count(done)} of ${count(total)} rows`,
    ...(speed > 0 ? [`${count(speed)} rows/s`] : []),
    ...[timeLeft(total - done, speed)].filter((part) => part !== undefined),
  ].join(' · ')
