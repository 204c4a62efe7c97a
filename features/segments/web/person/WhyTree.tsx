import { WhyFact, WhyLine } from '@millrace/kit/web'
import type { Explanation } from '../../contract/index.ts'
import css from './why.module.css'

const Line = ({ node }: { node: Explanation }) => (
  <WhyLine isMet={node.isTrue}>
    {node.conditions ? (
      <>
        <span className={css.join}>{node.operator === 'or' ? 'Any of these' : 'All of these'}</span>
        <Branch nodes={node.conditions} />
      </>
    ) : (
      <>
        <span>{node.text.charAt(0).toUpperCase() + node.text.slice(1)}</span>
        <WhyFact fact={node.type === 'field' && node.fact ? `Is ${node.fact}` : node.fact} at={node.at} />
      </>
    )}
  </WhyLine>
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
