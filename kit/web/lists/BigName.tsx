import type { ReactNode } from 'react'
import { PersonAvatar } from '../parts/Marks.tsx'
import css from './BigTable.module.css'

type Props = { id: number; name: string; to: string; children?: ReactNode }

/** Who a row of a `BigTable` is: picture and name; `children` is the name as it is shown, where that is more than a text. */
export const BigName = ({ id, name, to, children }: Props) => (
  <a className={css.name} href={to} tabIndex={-1}>
    <PersonAvatar id={id} name={name} />
    <span>{children ?? name}</span>
  </a>
)
