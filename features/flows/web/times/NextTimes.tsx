import css from './nextTimes.module.css'

/** A time in words, and what else is to be said of it. */
export type NextTime = { words: string; whom?: string }

/** The next times at which a trigger lets people in, as its settings stand. */
export const NextTimes = ({ times, note, none }: { times: readonly NextTime[]; note: string; none: string }) => (
  <section className={css.times} aria-label="Next times" aria-live="polite">
    <h3>Next times</h3>
    {times.length === 0 ? (
      <p>{none}</p>
    ) : (
      <ol>
        {times.map(({ words, whom }) => (
          <li key={words + (whom ?? '')}>
            {words}
            {whom && <small>{whom}</small>}
          </li>
        ))}
      </ol>
    )}
    {times.length > 0 && <p>{note}</p>}
  </section>
)
