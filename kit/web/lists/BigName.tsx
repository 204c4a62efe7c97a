import type { ReactNode } from 'react'
import { PersonAvatar } from '../parts/Marks.tsx'
import css from './BigTable.module.css'

type Props = { id: number; name: string; to: string; isThing?: boolean; children?: ReactNode }

/** Who or what a row of a `BigTable` is: picture and name; `children` is the name as it is shown, where that is more than a text. */
export const BigName = ({ id, name, to, isThing = false, children }: Props) => (
  <a className={css.name} href={to} tabIndex={-1}>
    <PersonAvatar id={id} name={name} isThing={isThing} />
    <span>{children ?? name}</span>
  </a>
)
