import { expect, test } from 'vitest'
import { type AwsRequest, signV4 } from './signV4.ts'

// The keys and signatures that AWS publishes for trying out one's own signing.
const SIGNER = {
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
}
const AT = new Date('2015-08-30T12:36:00Z')
const URL = 'https://example.amazonaws.com/'
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

const signatureOf = (request: AwsRequest, service = SIGNER.service) =>
  /Signature=(\w+)$/.exec(signV4(request, { ...SIGNER, service }, AT).authorization ?? '')?.[1]

test.each<[string, AwsRequest, string]>([
  ['get-vanilla', { method: 'GET', url: URL }, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['post-vanilla', { method: 'POST', url: URL }, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'get-vanilla-query-order-key-case',
    { method: 'GET', url: `${URL}?Param2=value2&Param1=value1` },
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  [
    'post-x-www-form-urlencoded',
    { method: 'POST', url: URL, headers: FORM, body: 'Param1=value1' },
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])('signs %s as AWS does', (_name, request, signature) => {
  expect(signatureOf(request)).toBe(signature)
})

test("signs the guide's question to IAM as AWS does", () => {
  const request = {
    method: 'GET',
    url: 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  }
  expect(signatureOf(request, 'iam')).toBe('5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7')
})

test('another body has another signature, and the header says what was signed', () => {
  const headers = { 'content-type': 'application/json' }
  const one = signV4({ method: 'POST', url: URL, headers, body: '{"a":1}' }, SIGNER, AT)
  const other = signV4({ method: 'POST', url: URL, headers, body: '{"a":2}' }, SIGNER, AT)
  expect(one.authorization).toContain(
    'Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=content-type;host;x-amz-date',
  )
  expect(one.authorization).not.toBe(other.authorization)
})
