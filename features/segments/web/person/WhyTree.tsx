import { ago, exactly } from '@millrace/kit/web'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { Explanation } from '../../contract/index.ts'
import css from './why.module.css'

/** Whether something is so, as a sign with words. */
export const Sign = ({ isTrue }: { isTrue: boolean }) => (
  <span className={css.sign} data-true={isTrue} role="img" aria-label={isTrue ? 'Met' : 'Not met'}>
    {isTrue ? <IconCheck size={12} stroke={2.6} /> : <IconX size={12} stroke={2.6} />}
  </span>
)

const Fact = ({ fact, at }: Pick<Explanation, 'fact' | 'at'>) =>
  fact || at ? (
    <span className={css.fact}>
      {fact}
      {at && (
        <>
          {fact && ', '}
          <time dateTime={at} title={exactly(at)}>
            {ago(at)}
          </time>
        </>
      )}
    </span>
  ) : null

const Line = ({ node }: { node: Explanation }) => (
  <li className={css.line}>
    <Sign isTrue={node.isTrue} />
    <div className={css.words}>
      {node.conditions ? (
        <>
          <span className={css.join}>{node.operator === 'or' ? 'Any of these' : 'All of these'}</span>
          <Branch nodes={node.conditions} />
        </>
      ) : (
        <>
          <span>{node.text.charAt(0).toUpperCase() + node.text.slice(1)}</span>
          <Fact fact={node.type === 'field' && node.fact ? `Is ${node.fact}` : node.fact} at={node.at} />
        </>
      )}
    </div>
  </li>
)

const Branch = ({ nodes }: { nodes: readonly Explanation[] }) => (
  <ul className={css.tree}>
    {nodes.map((node, index) => (
      <Line key={index} node={node} />
    ))}
  </ul>
)

/** Conditions for one person: each with whether it is met, and what the person has. */
export default function WhyTree({ explanation }: { explanation: Explanation }) {
  const nodes = explanation.conditions ?? [explanation]
  if (nodes.length === 0) return <p className={css.join}>Everybody meets this: there are no conditions.</p>
  return (
    <div>
      {nodes.length > 1 && (
        <span className={css.join}>
          {explanation.operator === 'or' ? 'Any of these must be met' : 'All of these must be met'}
        </span>
      )}
      <Branch nodes={nodes} />
    </div>
  )
}
