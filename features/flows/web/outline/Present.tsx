import { Tooltip } from '@mantine/core'
import { avatarInitials, PersonAvatar } from '@millrace/kit/web'
import css from '../screens/flow.module.css'
import type { FlowSlotProps } from '../screens/slots.ts'

/** Who else has the flow open; a click goes to the step where they are. */
export default function Present({ present, stepName, goTo }: FlowSlotProps) {
  if (!present.length) return null
  return (
    <ul className={css.present} aria-label="Also here">
      {present.slice(0, 5).map(({ client, member, stepId }) => {
        const where =
          stepId === null ? `${member.name} has this flow open` : `${member.name} is at “${stepName(stepId)}”`
        return (
          <li key={client}>
            <Tooltip label={where}>
              <button
                type="button"
                // The initials are what is seen of it, so they are part of what it is called.
                aria-label={`${avatarInitials(member.name)}, ${where}`}
                onClick={() => stepId !== null && goTo(stepId)}
              >
                <PersonAvatar id={member.id} name={member.name} size={24} />
              </button>
            </Tooltip>
          </li>
        )
      })}
      {present.length > 5 && <li>+{present.length - 5}</li>}
    </ul>
  )
}
