import { createContext } from 'react'
import type { Checked } from './useWarnings.ts'

/** What was found when the open email was looked over last. */
export const CheckedContext = createContext<Checked | undefined>(undefined)
