import { elementScroll, observeElementOffset, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'

/** The tallest that an element is made: browsers cut an element's height off above some 17 million pixels. */
const TALLEST = 16_000_000
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
    overscan: 8,
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        tell(offset * ratioNow.current(), isScrolling)
      }),
    scrollToFn: (offset, options, instance) => elementScroll(offset / ratioNow.current(), options, instance),
  })
  const offset = rows.scrollOffset ?? 0
  const base = Math.floor(offset / BASE_STEP) * BASE_STEP
  return {
    height,
    shift: base - offset,
    items: rows.getVirtualItems().map(({ index, start }) => ({ index, top: start - base })),
    // Not by the library: it would stop where the element ends, and the rows go on.
    scrollTo: (index: number) => {
      const to = offsetFor(index * rowHeight, rowHeight, offset, (box.current?.clientHeight ?? 600) - headHeight)
      if (to !== undefined) box.current?.scrollTo({ top: to / ratioNow.current() })
    },
  }
}
