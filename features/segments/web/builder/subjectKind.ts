import { createContext, useContext } from 'react'

/** The kind of thing that the conditions inside are asked of: `person`, `company`, … */
export const SubjectKind = createContext('person')

/** The kind of thing that conditions are asked of here. */
export const useSubjectKind = (): string => useContext(SubjectKind)
