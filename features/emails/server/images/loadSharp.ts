type Library = typeof import('sharp')['default']

let library: Promise<Library | undefined> | undefined

/** The image library, one thread of it; undefined where its binaries, which are optional packages, are not installed. */
export const loadSharp = (): Promise<Library | undefined> => {
  library ??= import('sharp').then(
    ({ default: sharp }) => {
      sharp.cache(false)
      sharp.concurrency(1)
      return sharp
    },
    () => undefined,
  )
  return library
}
