/** A part of a mail's bytes: ASCII text, or bytes that many mails share. */
export type Chunk = string | Uint8Array

/** How many bytes chunks are. */
export const sizeOf = (chunks: readonly Chunk[]): number => chunks.reduce((size, chunk) => size + chunk.length, 0)

const fill = (whole: Buffer, chunks: readonly Chunk[]): number => {
  let at = 0
  for (const chunk of chunks) {
    if (typeof chunk === 'string') whole.write(chunk, at, 'latin1')
    else whole.set(chunk, at)
    at += chunk.length
  }
  return at
}

/** Chunks put together in memory of their own. */
export const bytesOf = (chunks: readonly Chunk[]): Buffer => {
  const whole = Buffer.allocUnsafe(sizeOf(chunks))
  fill(whole, chunks)
  return whole
}

/**
 * Memory in which chunks are put together again and again; what it answers holds until it is asked the next time. A buffer
 * for each mail costs little by itself, but makes the collector walk the whole heap every second.
 */
export const scratchpad = (): ((chunks: readonly Chunk[]) => Buffer) => {
  let memory = Buffer.alloc(0)
  return (chunks) => {
    const size = sizeOf(chunks)
    if (memory.length < size) memory = Buffer.allocUnsafeSlow(Math.ceil(size * 1.25))
    return memory.subarray(0, fill(memory, chunks))
  }
}
