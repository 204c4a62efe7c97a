/** One thing that is wrong with an input: where and what. */
export type Issue = { path: (string | number)[]; message: string }

type Extra = { retryAfter?: number; issues?: Issue[] }

/**
 * A refusal that the caller is told about. Anything else that is thrown answers 500 with the call's `fail` sentence.
 * `message` may be empty: then the call's `fail` sentence is shown.
 */
export class Refusal extends Error {
  readonly status: number
  override readonly name: string
  readonly extra: Extra
  constructor(status: number, name: string, message = '', extra: Extra = {}) {
    super(message)
    this.status = status
    this.name = name
    this.extra = extra
  }
}

/** 400: the request cannot be read as what the call takes. */
export const malformed = (message: string, issues?: Issue[]) => new Refusal(400, 'BadRequest', message, { issues })
/** 401: nobody is signed in. */
export const notSignedIn = (message = 'User not logged in') => new Refusal(401, 'NotSignedIn', message)
/** 402: the plan does not cover it. */
export const paymentRequired = (message: string) => new Refusal(402, 'PaymentRequired', message)
/** 403: signed in, but not allowed. */
export const forbidden = (message: string) => new Refusal(403, 'Forbidden', message)
/** 404: not there, or not yours; the two look the same. */
export const notFound = (message = '') => new Refusal(404, 'NotFound', message)
/** 409: collides with what is there. */
export const conflict = (message: string) => new Refusal(409, 'Conflict', message)
/** 410: was there once. */
export const gone = (message: string) => new Refusal(410, 'Gone', message)
/** 422: readable, but refused. */
export const refused = (message: string, issues?: Issue[]) => new Refusal(422, 'Refused', message, { issues })
/** 429: too often; `retryAfter` in seconds. */
export const tooMany = (message: string, retryAfter: number) => new Refusal(429, 'TooMany', message, { retryAfter })
/** 503: not now. */
export const unavailable = (message: string) => new Refusal(503, 'Unavailable', message)
