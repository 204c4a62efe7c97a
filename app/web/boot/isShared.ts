/** A flow or a segment that is shown by a token to whoever has the link, signed in or not. */
export const isShared = ({ href }: { href: string }): boolean =>
  /^\/(flows|segments)\/\d+\?(.*&)?(read-only|flow-read)-auth=/.test(href)
