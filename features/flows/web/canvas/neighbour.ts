import type { FlowDocument } from './document.ts'

/** The step that an arrow key leads to from `key`: down and up along links, left and right among siblings. */
export const neighbour = (document: FlowDocument, key: string, arrow: string): string | undefined => {
  const links = Object.values(document.links)
  const byX = (keys: string[]) => keys.sort((a, b) => (document.steps[a]?.x ?? 0) - (document.steps[b]?.x ?? 0))
  if (arrow === 'ArrowDown') return byX(links.filter(({ source }) => source === key).map(({ target }) => target))[0]
  if (arrow === 'ArrowUp') return byX(links.filter(({ target }) => target === key).map(({ source }) => source))[0]
  const parents = new Set(links.filter(({ target }) => target === key).map(({ source }) => source))
  const siblings = byX([...new Set(links.filter(({ source }) => parents.has(source)).map(({ target }) => target))])
  const index = siblings.indexOf(key)
  return siblings[index + (arrow === 'ArrowRight' ? 1 : -1)]
}
