import { elementScroll, observeElementOffset, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'

/** The tallest that an element is made: browsers cut an element's height off above some 17 million pixels. */
const TALLEST = 16_000_000
/** Rows that are drawn above and below what is seen. */
const AROUND = 3
/** Rows are placed from a base that moves in steps, so that no position grows past what is drawn exactly. */
const BASE_STEP = 40_000

/** How far the rows go for each pixel that the scroll bar goes. */
export const ratioOf = (full: number, height: number, seen: number): number =>
  height >= full ? 1 : (full - seen) / (height - seen)

/** Where to scroll so that a row is seen whole; undefined where it is. */
export const offsetFor = (top: number, rowHeight: number, offset: number, seen: number): number | undefined => {
  if (top < offset) return top
  return top + rowHeight > offset + seen ? top + rowHeight - seen : undefined
}

/** The place of a row among the drawn ones: rows that come take the elements of those that go. */
export const slotOf = (index: number, slots: number): number => index % slots

/**
 * Rows in the order of their elements, of which none is moved while the list is scrolled; `turn` is the slot that stands
 * first. Where `turn` is the first row's slot they stand in the order of the list.
 */
export const inSlots = <Item extends { slot: number }>(items: readonly Item[], turn: number, slots: number): Item[] => {
  const place = ({ slot }: Item) => (slot - turn + slots) % slots
  return [...items].sort((a, b) => place(a) - place(b))
}

/**
 * Virtual rows for lists that may be taller than a browser draws: beyond that, the scroll bar's way is mapped onto the rows'.
 * Rows stand in a sticky layer, each at `top`; the layer is moved by `shift`.
 */
export const useLongScroll = (
  box: RefObject<HTMLDivElement | null>,
  count: number,
  { rowHeight, headHeight }: { rowHeight: number; headHeight: number },
) => {
  const full = count * rowHeight
  const height = Math.min(full, TALLEST)
  // The library listens once, while the list may still grow.
  const ratioNow = useRef<() => number>(() => 1)
  ratioNow.current = () => ratioOf(full, height, box.current?.clientHeight ?? 600)
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: AROUND,
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        tell(offset * ratioNow.current(), isScrolling)
      }),
    scrollToFn: (offset, options, instance) => elementScroll(offset / ratioNow.current(), options, instance),
  })
  const offset = rows.scrollOffset ?? 0
  const base = Math.floor(offset / BASE_STEP) * BASE_STEP
  const drawn = rows.getVirtualItems()
  const most = Math.ceil((rows.scrollRect?.height ?? 0) / rowHeight) + 1 + 2 * AROUND
  const slots = Math.max(most, drawn.length)
  const items = drawn.map(({ index, start }) => ({ index, slot: slotOf(index, slots), top: start - base }))
  // Elements are put in the order of the list when it rests, for those who hear it read.
  const turn = useRef(0)
  if (!rows.isScrolling) turn.current = items[0]?.slot ?? 0
  return {
    height,
    shift: base - offset,
    first: drawn[0]?.index ?? 0,
    last: drawn.at(-1)?.index ?? 0,
    items: inSlots(items, turn.current, slots),
    // Not by the library: it would stop where the element ends, and the rows go on.
    scrollTo: (index: number) => {
      const to = offsetFor(index * rowHeight, rowHeight, offset, (box.current?.clientHeight ?? 600) - headHeight)
      if (to !== undefined) box.current?.scrollTo({ top: to / ratioNow.current() })
    },
  }
}
