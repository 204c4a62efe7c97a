import fc from 'fast-check'

/** A JSON Schema, as the API describes what it takes. */
export type Json = {
  $ref?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  type?: string | string[]
  items?: Json
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: boolean | Json
}

/** Texts that trip up those who read carelessly: what no database keeps, what is code elsewhere, numbers and times that are none. */
const TEXTS = [
  '',
  ' ',
  'a',
  '1',
  '2',
  '-1',
  '1e309',
  '2147483648',
  '9223372036854775808',
  '\0',
  'é\0x',
  '\ud800',
  '💥'.repeat(50),
  'x'.repeat(6_000),
  "'; drop table people; --",
  '%',
  '_',
  '\\',
  '\\u0000',
  '../..',
  '()[]*+?',
  '<script>',
  'a,b',
  '{{ person.x | upcase }}',
  '{% for i in (1..99999) %}x{% endfor %}',
  'null',
  'true',
  'constructor',
  '__proto__',
  '2026-02-30',
  '0000-00-00',
  '9999999-01-01',
  '2026-11-22',
  '2026-11-22T00:00:00Z',
  'UTC',
  'Nowhere/Town',
  'http://[::1',
  'mara@northwind.example',
]
const NUMBERS = [0, 1, 2, 3, -1, 1.5, 100_000, 2_147_483_647, 2_147_483_648, 2 ** 53 - 1, 2 ** 53 + 1, 1e308]
const ANYTHING = [null, true, [], {}, 'x', 7, [[]], { a: 1 }]
const DEEPEST = 6

/** Makes rubbish that looks like what is wanted; the same from the same seed. */
export class Rubbish {
  private readonly next: fc.GeneratorValue
  private readonly shapes: Record<string, Json>
  constructor(seed: number, shapes: Record<string, Json>) {
    this.next = fc.sample(fc.gen(), { seed, numRuns: 1 })[0] as fc.GeneratorValue
    this.shapes = shapes
  }

  /** True so often, of a hundred times. */
  isSo(times: number): boolean {
    return this.next(fc.nat, 99) < times
  }

  /** One of some. */
  one<T>(of: readonly T[]): T {
    return of[this.next(fc.nat, of.length - 1)] as T
  }

  private object({ properties = {}, required = [], additionalProperties }: Json, depth: number) {
    const asked = Object.entries(properties).filter(([name]) => this.isSo(required.includes(name) ? 97 : 50))
    const made = asked.map(([name, json]) => [name, this.like(json, depth + 1)])
    if (typeof additionalProperties === 'object' && depth < DEEPEST)
      made.push([this.one(TEXTS), this.like(additionalProperties, depth + 1)])
    return Object.fromEntries(made)
  }

  private typed(json: Json, type: string | undefined, depth: number): unknown {
    if (type === 'string') return this.one(TEXTS)
    if (type === 'integer' || type === 'number') return this.isSo(60) ? this.one([1, 2, 3]) : this.one(NUMBERS)
    if (type === 'boolean') return this.isSo(50)
    if (type === 'object') return this.object(json, depth)
    if (type !== 'array') return type === 'null' ? null : this.one(ANYTHING)
    const count = depth < DEEPEST ? this.one([0, 1, 1, 2, 3]) : 0
    return Array.from({ length: count }, () => this.like(json.items ?? {}, depth + 1))
  }

  /** Something like a schema, mostly of its shape. */
  like(json: Json, depth = 0): unknown {
    if (json.$ref) return this.like(this.shapes[json.$ref.split('/').at(-1) ?? ''] ?? {}, depth)
    if (this.isSo(4)) return this.one(ANYTHING)
    if (json.enum) return this.isSo(90) ? this.one(json.enum) : this.one(TEXTS)
    if ('const' in json) return json.const
    const ways = json.anyOf ?? json.oneOf
    if (ways) return this.like(this.one(ways), depth)
    if (json.allOf) return Object.assign({}, ...json.allOf.map((part) => this.like(part, depth)))
    return this.typed(json, Array.isArray(json.type) ? this.one(json.type) : json.type, depth)
  }
}

/** A value as a part of an address. */
export const inAddress = (value: unknown): string =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed())
