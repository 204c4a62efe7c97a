import type { ReactNode } from 'react'
import type { DesignBlock, DesignValues } from '../../contract/design.ts'

/**
 * What a form of settings gets: the block and a function that changes its settings. `key` joins changes
 * that follow each other into one step; without it each is a step of its own.
 */
export type FormProps = { block: DesignBlock; set: (values: DesignValues, key?: string) => void }

/** The form of a kind of block. */
export type Form = (props: FormProps) => ReactNode
