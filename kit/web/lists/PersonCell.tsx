import { PersonAvatar } from '../parts/Marks.tsx'
import css from './lists.module.css'
import { NameCell } from './RowMenu.tsx'

/** Somebody in a list, or something that they stand for: their picture, their name, and their address below it. */
export const PersonCell = ({
  id,
  to,
  name,
  email,
  isThing,
}: {
  id: number
  to: string
  name: string
  email?: string | null
  isThing?: boolean
}) => (
  <span className={css.person}>
    <PersonAvatar id={id} name={name} {...(isThing !== undefined && { isThing })} />
    <span>
      <NameCell to={to} name={name} {...(email && email !== name && { sub: email })} />
    </span>
  </span>
)
