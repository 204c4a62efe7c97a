/** A mail goes to this many addresses of each kind (cc, bcc) at the most. */
const MOST_COPIES = 10

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/

// Liquid may hold commas; what it stands for is known when a mail is filled.
const LIQUID = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

const bare = (part: string) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim()

/** What is wrong with a list of addresses, in a sentence; undefined where nothing is. Parts with Liquid are not looked at. */
export const copiesProblem = (text: string): string | undefined => {
  const parts = text
    .replace(LIQUID, '{}')
    .split(/[,;\n]/)
    .map(bare)
    .filter(Boolean)
  const wrong = parts.find((part) => !part.includes('{') && !ADDRESS.test(part))
  if (wrong) return `“${wrong.slice(0, 60)}” is not an email address.`
  return parts.length > MOST_COPIES ? `Copies go to ${MOST_COPIES} addresses at the most.` : undefined
}

/** What is wrong with the address that answers go to, in a sentence; undefined where nothing is. */
export const replyProblem = (text: string): string | undefined => {
  const address = text.trim()
  if (!address || ADDRESS.test(address)) return undefined
  if (address.includes('{')) return 'The address for answers cannot be a merge tag: it is the same for all readers.'
  return `“${address.slice(0, 60)}” is not an email address.`
}

/** The lines of an email that hold addresses besides its sender, with what is wrong with them. */
export const addressProblems = (content: { replyEmail: string; cc: string; bcc: string }) =>
  [
    { where: 'replyEmail', name: 'Reply to', problem: replyProblem(content.replyEmail) },
    { where: 'cc', name: 'Cc', problem: copiesProblem(content.cc) },
    { where: 'bcc', name: 'Bcc', problem: copiesProblem(content.bcc) },
  ].flatMap(({ where, name, problem }) => (problem ? [{ where, name, problem }] : []))
