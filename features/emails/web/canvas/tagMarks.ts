import { mergeTagsIn, type Stretch } from '../design/mergeTagsIn.ts'

/** The name under which style sheets know merge tags (`::highlight`, CSS Custom Highlight API Module Level 1). */
const NAME = 'merge-tag'

const textsOf = (box: Node): Text[] => {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

/** A place in the text of a box as the page knows it; the end of a stretch belongs to the text before it. */
const placeIn = (texts: readonly Text[], at: number, isEnd: boolean) => {
  let left = at
  for (const text of texts) {
    if (left < text.length || (isEnd && left === text.length)) return { node: text, offset: left }
    left -= text.length
  }
  return undefined
}

const rangeOf = (texts: readonly Text[], { from, to }: Stretch): StaticRange | undefined => {
  const start = placeIn(texts, from, false)
  const end = placeIn(texts, to, true)
  return (
    start &&
    end &&
    new StaticRange({
      startContainer: start.node,
      startOffset: start.offset,
      endContainer: end.node,
      endOffset: end.offset,
    })
  )
}

const marked = new WeakMap<Node, StaticRange[]>()

const shared = (): Highlight | undefined => {
  // A browser that has no such marks shows the tags as they are written.
  if (typeof Highlight === 'undefined') return undefined
  const known = CSS.highlights.get(NAME)
  if (known) return known
  const made = new Highlight()
  CSS.highlights.set(NAME, made)
  return made
}

/** Takes the marks of a box away. */
export const unmarkTags = (box: Node): void => {
  const marks = shared()
  for (const range of marked.get(box) ?? []) marks?.delete(range)
  marked.delete(box)
}

/** Marks the merge tags in a box; nothing in it is touched, so that it stays what it says. */
export const markTags = (box: Node): void => {
  const marks = shared()
  if (!marks) return
  unmarkTags(box)
  const texts = textsOf(box)
  const all = mergeTagsIn(texts.map(({ data }) => data).join(''))
  const ranges = all.flatMap((stretch) => rangeOf(texts, stretch) ?? [])
  for (const range of ranges) marks.add(range)
  if (ranges.length) marked.set(box, ranges)
}

/** Selects the merge tag that the caret stands right behind (or before), so that one key takes it away as a whole. */
export const selectTagAt = (box: Node, side: 'behind' | 'before'): void => {
  const selection = document.getSelection()
  const { anchorNode, anchorOffset = 0 } = selection ?? {}
  if (!selection?.isCollapsed || !anchorNode || !box.contains(anchorNode)) return
  const until = document.createRange()
  until.selectNodeContents(box)
  until.setEnd(anchorNode, anchorOffset)
  const caret = until.toString().length
  const texts = textsOf(box)
  const all = mergeTagsIn(texts.map(({ data }) => data).join(''))
  const tag = all.find(({ from, to }) => caret === (side === 'behind' ? to : from))
  const range = tag && rangeOf(texts, tag)
  if (range) selection.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
}
