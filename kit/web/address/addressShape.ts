/** Reads one parameter of an address: its text, or undefined where it is not given. */
export type Param<T> = (text: string | undefined) => T

function text(): Param<string | undefined>
function text(otherwise: string): Param<string>
function text(otherwise?: string) {
  return (given: string | undefined) => given || otherwise
}

function number(): Param<number | undefined>
function number(otherwise: number): Param<number>
function number(otherwise?: number) {
  return (given: string | undefined) => (given && Number.isFinite(Number(given)) ? Number(given) : otherwise)
}

function oneOf<const T extends string>(values: readonly T[]): Param<T | undefined>
function oneOf<const T extends string>(values: readonly T[], otherwise: NoInfer<T>): Param<T>
function oneOf<T extends string>(values: readonly T[], otherwise?: T) {
  return (given: string | undefined) => values.find((value) => value === given) ?? otherwise
}

/** Kinds of parameter; each takes what stands where nothing, or nothing readable, is given. */
export const param = { text, number, oneOf }

type Shape = Record<string, Param<unknown>>
type Output<S extends Shape> = {
  [K in keyof S as undefined extends ReturnType<S[K]> ? K : never]?: ReturnType<S[K]>
} & {
  [K in keyof S as undefined extends ReturnType<S[K]> ? never : K]: ReturnType<S[K]>
}
type Flat<T> = { [K in keyof T]: T[K] }

/** What a screen's address may say, by name; see `useAddress`. */
export type AddressShape<T> = { read: (search: Readonly<Record<string, unknown>>) => T }

/**
 * Declares what a screen's address may say: `addressShape({ q: param.text(), days: param.number(30) })`. A value that cannot be
 * read counts as not given. Small on purpose: every screen that has an address needs it before it shows.
 */
export const addressShape = <S extends Shape>(shape: S): AddressShape<Flat<Output<S>>> => ({
  read: (search) => {
    const found: Record<string, unknown> = {}
    for (const [name, of] of Object.entries(shape)) {
      const given = search[name]
      const value = of(given === undefined || given === null ? undefined : String(given))
      if (value !== undefined) found[name] = value
    }
    return found as Flat<Output<S>>
  },
})
