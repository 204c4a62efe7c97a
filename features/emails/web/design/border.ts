import type { DesignValues } from '../../contract/design.ts'

const SIDES = ['Top', 'Left', 'Right', 'Bottom'] as const
/** The settings that say how thick a border is, first the top. */
export const BORDER_SIDES = SIDES.map((side) => `border${side}Width` as const) as [string, ...string[]]

/** A border that is the same on all sides; none where it has no width. */
export const borderOf = (width: number, color: string): DesignValues =>
  width
    ? Object.fromEntries(
        SIDES.flatMap((side) => [
          [`border${side}Width`, `${width}px`],
          [`border${side}Style`, 'solid'],
          [`border${side}Color`, color],
        ]),
      )
    : {}
