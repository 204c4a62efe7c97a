import type { AssociationCondition } from '../../contract/index.ts'
import { useAssociations } from '../sources.ts'
import c from './Builder.module.css'
import { type Around, GroupView } from './GroupView.tsx'
import { SubjectKind } from './subjectKind.ts'

type Props = {
  condition: AssociationCondition
  onChange: (next: AssociationCondition) => void
  path: string
  around: Around
}

/** What is asked of the things that are associated: a group of its own, about their fields. */
const AssociationConditions = ({ condition, onChange, path, around }: Props) => {
  const other = useAssociations().find(({ id }) => id === Number(condition.value))?.otherObject
  const { associationConditions: inner } = condition
  if (!inner?.conditions.length || !other) return null
  const change = (associationConditions: typeof inner) =>
    onChange({
      ...condition,
      associationConditions: associationConditions.conditions.length ? associationConditions : null,
    })
  return (
    <div className={c.inside}>
      <SubjectKind value={other}>
        <GroupView
          group={inner}
          onChange={change}
          path={`${path}.associationConditions`}
          around={around}
          onRemove={() => onChange({ ...condition, associationConditions: null })}
        />
      </SubjectKind>
    </div>
  )
}

export default AssociationConditions
