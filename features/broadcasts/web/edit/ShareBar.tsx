import { count } from '@millrace/kit/web'
import type { AbTest } from '../../contract/broadcast.ts'
import { letterOf } from '../parts/words.ts'
import c from './edit.module.css'
import { restOf } from './testDraft.ts'

const percentWords = (percent: number) => `${Number(percent.toFixed(1))} %`

/** How an audience is divided among the variants and those who wait for the winner. */
export const ShareBar = ({ test, people }: { test: AbTest; people: number }) => {
  const rest = restOf(test)
  const parts = [
    ...test.distribution.map((percent, index) => ({ key: letterOf(index), name: letterOf(index), percent, index })),
    ...(rest > 0 ? [{ key: 'rest', name: 'Winner', percent: rest, index: -1 }] : []),
  ]
  return (
    <div className={c.shares}>
      <div className={c.shareBar} aria-hidden="true">
        {parts.map(({ key, percent, index }) => (
          <span key={key} data-variant={index < 0 ? 'rest' : index} style={{ flexGrow: percent }} />
        ))}
      </div>
      <ul>
        {parts.map(({ key, name, percent, index }) => (
          <li key={key}>
            <i data-variant={index < 0 ? 'rest' : index} aria-hidden="true" />
            {name} {percentWords(percent)}
            {people > 0 && <span>≈ {count(Math.round((people * percent) / 100))}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
