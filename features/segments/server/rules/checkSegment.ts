import { forbidden, refused } from '@millrace/kit/server'
import { AUTO_PREFIX, type Conditions, checkConditions, type Segment } from '../../contract/index.ts'

/** Names that begin like those of the segments of everybody are not for members. */
export const checkName = (name: string): void => {
  if (name.startsWith(AUTO_PREFIX)) throw refused(`A segment's name cannot start with "${AUTO_PREFIX}".`)
}

/** Refuses conditions that lack a value or say the same thing twice. */
export const checkTree = (conditions: Conditions): void => {
  const issues = checkConditions(conditions)
  if (issues[0]) {
    throw refused(
      issues[0].message,
      issues.map(({ path, message }) => ({ path: ['body', 'conditions', ...path], message })),
    )
  }
}

/** The segments that every account has stay as they are. */
export const checkMayChange = ({ readOnly, name }: Segment): void => {
  if (readOnly) throw forbidden(`"${name}" is a segment that every account has. It cannot be changed.`)
}
