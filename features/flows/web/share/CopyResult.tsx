import type { Result } from '@millrace/kit/contract'
import type { flowsContract as calls } from '../../contract/index.ts'
import css from './share.module.css'

type Props = { made: Result<typeof calls.createFlow>; accountName: string }

const several = (count: number, word: string) => (count ? [`${count} ${count === 1 ? word : `${word}s`}`] : [])

/** What came along with a copy, and what has to be looked at before it can run. */
export const CopyResult = ({ made: { integration, copied }, accountName }: Props) => {
  const came = [
    ...several(copied?.emails.length ?? 0, 'mail'),
    ...several(copied?.segments.length ?? 0, 'segment'),
    ...several(copied?.fields.length ?? 0, 'field'),
    ...several(copied?.tags.length ?? 0, 'tag'),
  ]
  return (
    <>
      <p className={css.result}>
        “{integration.name}” is in {accountName || 'your account'} now, switched off.{' '}
        {came.length ? `With it came ${came.join(', ')}.` : 'Everything that it needs was there already.'}
      </p>
      {copied?.dropped.length ? (
        <>
          <p className={css.result}>Please look at this before you switch it on:</p>
          <ul className={css.dropped}>
            {copied.dropped.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}
