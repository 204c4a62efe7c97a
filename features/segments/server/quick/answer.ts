/** What can be told without asking the database: true, false, or undefined where it must be asked. */
export type Answer = boolean | undefined

/** The opposite; what must be asked stays so. */
export const opposite = (answer: Answer): Answer => (answer === undefined ? undefined : !answer)

/** True where one is, false where none is; else it must be asked. */
export const some = <T>(items: Iterable<T>, ask: (item: T) => Answer): Answer => {
  let isOpen = false
  for (const item of items) {
    const answer = ask(item)
    if (answer) return true
    isOpen ||= answer === undefined
  }
  return isOpen ? undefined : false
}

/** False where one is, true where all are; else it must be asked. */
export const every = <T>(items: Iterable<T>, ask: (item: T) => Answer): Answer =>
  opposite(some(items, (item) => opposite(ask(item))))
