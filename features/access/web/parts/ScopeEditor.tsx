import { Checkbox } from '@mantine/core'
import { SCOPE_NEEDS, SCOPES, type Scope } from '@millrace/kit/contract'
import css from './ScopeEditor.module.css'
import { SCOPE_GROUPS } from './scopeWords.ts'

type Props = {
  value: ReadonlySet<Scope>
  onChange: (value: Set<Scope>) => void
  /** Permissions that may be given or taken; the rest is shown only. */
  mayChange: (scope: Scope) => boolean
}

const dependents = (scope: Scope) => SCOPES.filter((other) => SCOPE_NEEDS[other]?.includes(scope))

/** The set after one permission was ticked: with what it needs; without what needs it where it was taken. */
export const ticked = (before: ReadonlySet<Scope>, scope: Scope, isOn: boolean): Set<Scope> => {
  const next = new Set(before)
  if (isOn) for (const each of [scope, ...(SCOPE_NEEDS[scope] ?? [])]) next.add(each)
  else for (const each of [scope, ...dependents(scope)]) next.delete(each)
  return next
}

/** What a member may do, by subject. */
export const ScopeEditor = ({ value, onChange, mayChange }: Props) => (
  <div className={css.groups}>
    {SCOPE_GROUPS.map(({ title, scopes }) => (
      <fieldset key={title} className={css.group}>
        <legend>{title}</legend>
        <div className={css.choices}>
          {scopes.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              aria-label={`${title}: ${label}`}
              checked={value.has(id)}
              disabled={!mayChange(id)}
              onChange={(event) => onChange(ticked(value, id, event.currentTarget.checked))}
            />
          ))}
        </div>
      </fieldset>
    ))}
  </div>
)
