import { useMemo } from 'react'
import { type Conditions, checkConditions, DUPLICATE_CONDITION } from '../../contract/index.ts'
import { withMarks } from './editTree.ts'
import { GroupView } from './GroupView.tsx'
import { SubjectKind } from './subjectKind.ts'

/** What the conditions are about; decides how the sentence begins. */
export type Subject = 'segment' | 'filter' | 'trigger'

/** The tree, told when it changes. `showFaults` marks what is not filled in yet; repeats are always marked. */
export type ConditionBuilderProps = {
  value: Conditions
  onChange: (next: Conditions) => void
  subject?: Subject
  showFaults?: boolean
  isReadOnly?: boolean
  /** The segment that is being edited: it is not offered as a condition. */
  ownId?: number
  /** What the conditions are asked of, where that is not people: `company`, … */
  objectName?: string
}

const LEADS: Record<Subject, { before: string; after: string }> = {
  segment: { before: 'People who match', after: 'of these conditions' },
  filter: { before: 'Yes, if a person matches', after: 'of these conditions' },
  trigger: { before: 'Only when a person matches', after: 'of these conditions' },
}
const EMPTY: Record<Subject, string> = {
  segment: 'Everybody, as long as there is no condition.',
  filter: 'Always yes, as long as there is no condition.',
  trigger: 'Always, as long as there is no condition.',
}

const wordsOf = (subject: Subject, objectName: string) =>
  objectName === 'person'
    ? { lead: LEADS[subject], empty: EMPTY[subject] }
    : {
        lead: { before: 'Those that match', after: 'of these conditions' },
        empty: 'All, as long as there is no condition.',
      }

/** Builds conditions that read as a sentence. */
const ConditionBuilder = (props: ConditionBuilderProps) => {
  const {
    value,
    onChange,
    subject = 'segment',
    showFaults = false,
    isReadOnly = false,
    ownId,
    objectName = 'person',
  } = props
  const tree = useMemo(() => withMarks(value), [value])
  const faults = useMemo(() => {
    const issues = checkConditions(tree).filter(({ message }) => showFaults || message === DUPLICATE_CONDITION)
    return issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  }, [tree, showFaults])
  const wrongAt = (path: string) =>
    faults.find((fault) => fault.path === path || fault.path.startsWith(`${path}.`))?.message
  return (
    <SubjectKind value={objectName}>
      <GroupView
        group={tree}
        onChange={onChange}
        path=""
        around={{ wrongAt, isReadOnly, ownId, ...wordsOf(subject, objectName) }}
      />
    </SubjectKind>
  )
}

export default ConditionBuilder
