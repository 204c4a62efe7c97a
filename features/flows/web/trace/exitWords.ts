const BY_OTHERS: Record<string, string> = {
  removed: 'taken out by hand',
  merged: 'became one with another person',
  goal: 'moved on to a goal',
}

/** How somebody left a step, in words: by an exit of the step, or by what others did. */
export const exitWords = (exit: string): string => BY_OTHERS[exit] ?? `left by “${exit}”`
