import { createHash, createHmac } from 'node:crypto'

/** Keys of an AWS user, and where and for which service they sign. */
export type AwsSigner = { accessKey: string; secretKey: string; region: string; service: string }

/** A request to be signed. Its path needs no encoding. */
export type AwsRequest = {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : a > b ? 1 : 0)

const queryOf = ({ searchParams }: URL) =>
  [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

/** The headers of a request with its signature (AWS Signature Version 4). */
export const signV4 = (
  { method, url: address, headers = {}, body = '' }: AwsRequest,
  { accessKey, secretKey, region, service }: AwsSigner,
  at: Date,
): Record<string, string> => {
  const url = new URL(address)
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const signed = Object.entries({ ...headers, host: url.host, 'x-amz-date': time })
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')])
    .sort(byName)
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('')
  const request = [method, url.pathname, queryOf(url), lines, names, sha256(body)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')
  const key = [region, service, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secretKey}`, day))
  const signature = hmac(key, text).toString('hex')
  return {
    ...headers,
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}
