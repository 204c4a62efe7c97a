/** Said where a link opens nothing, or nothing any more. */
export const LINK_IS_OVER = 'This link does not work any more. Ask whoever sent it for a new one.'

/** Where whoever holds a token sees a flow. */
export const sharedAddress = (flowId: number, token: string): string =>
  `/flows/${flowId}?read-only-auth=${encodeURIComponent(token)}`

/** Where whoever holds a token of a flow sees one of its segments. */
export const sharedSegmentAddress = (segmentId: number, flowId: number, token: string): string =>
  `/segments/${segmentId}?flow-read-auth=${encodeURIComponent(token)}&flow=${flowId}`
