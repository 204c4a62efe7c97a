/** `becoming “VIP”, 42%`: never all of it before it is over. */
export const mergeText = (into: string, merged: number | undefined): string =>
  `becoming “${into}”${merged === undefined ? '…' : `, ${Math.min(99, Math.floor(merged * 100))}%`}`
