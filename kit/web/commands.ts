import type { ReactNode } from 'react'

/** Something that the command palette offers: a place to go to, or a thing to do. */
export type Command = {
  id: string
  label: string
  /** Small words at the right. */
  note?: string | undefined
  icon?: ReactNode
  /** More words by which it is found. */
  words?: string
  /** Goes there, … */
  to?: string
  /** … or does this. */
  run?: () => void
}

/** Commands that depend on what is typed, such as people by their name; asked from two characters on. */
export type CommandSource = {
  group: string
  find: (text: string, signal: AbortSignal) => Promise<Command[]>
}

const score = (command: Command, words: readonly string[]) => {
  const label = command.label.toLowerCase()
  const all = `${label} ${command.words ?? ''} ${command.note ?? ''}`.toLowerCase()
  let sum = 0
  for (const word of words) {
    if (!all.includes(word)) return 0
    if (label.startsWith(word)) sum += 4
    else if (label.includes(` ${word}`)) sum += 3
    else sum += label.includes(word) ? 2 : 1
  }
  return sum
}

/** The commands that contain every typed word, best first. */
export const matchCommands = (commands: readonly Command[], text: string): Command[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...commands]
  return commands
    .map((command) => ({ command, score: score(command, words) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command)
}
