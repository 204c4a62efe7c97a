/** Somebody by their id, and whether they are to enter or to leave. */
export type PackedMove = { id: number; isIn: boolean }

/**
 * Who is to enter and to leave, in the order of their ids, in a byte or two for each: the distance to the one before in groups
 * of seven bits, the lowest of all says whether it is to enter. Read once, from the beginning.
 */
export class PackedMoves {
  private bytes = new Uint8Array(1_024)
  private end = 0
  private place = 0
  private lastIn = 0
  private lastOut = 0
  private waiting = 0

  /** How many are not read yet. */
  get left(): number {
    return this.waiting
  }

  /** Adds one whose id is higher than all before. */
  add(id: number, isIn: boolean): void {
    if (this.end + 10 > this.bytes.length) {
      const more = new Uint8Array(this.bytes.length * 2)
      more.set(this.bytes)
      this.bytes = more
    }
    let rest = (id - this.lastIn) * 2 + (isIn ? 1 : 0)
    // Not by shifting: ids may have more than 32 bits.
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.bytes[this.end++] = (rest % 128) | 128
    this.bytes[this.end++] = rest
    this.lastIn = id
    this.waiting++
  }

  /** Takes the next ones. */
  take(howMany: number): PackedMove[] {
    const taken: PackedMove[] = []
    while (taken.length < howMany && this.waiting) {
      taken.push(this.read())
      this.waiting--
    }
    return taken
  }

  private read(): PackedMove {
    let [value, unit] = [0, 1]
    for (;;) {
      const byte = this.bytes[this.place++] as number
      value += (byte & 127) * unit
      if (byte < 128) break
      unit *= 128
    }
    this.lastOut += Math.floor(value / 2)
    return { id: this.lastOut, isIn: value % 2 === 1 }
  }
}
