const TAG = /<[^>]*>?/g
const ADDRESS = /\b(?:https?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,25}\/\S*/gi

/** A name as it is kept: without HTML tags, addresses and doubled blanks. */
export const plainText = (text: string): string =>
  text.replace(TAG, '').replace(ADDRESS, '').replace(/\s+/g, ' ').trim()
