import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCertificates } from './certificates.ts'
import { isCertificateOfSns, isOfSns, isSignedBySns, SnsMessage } from './sns.ts'

const { certificate, message } = JSON.parse(readFileSync(join(import.meta.dirname, 'signedBySns.json'), 'utf8'))

describe('a message of SNS', () => {
  it('is believed where its certificate says so, fetched once', async () => {
    const asked: string[] = []
    const keyAt = openCertificates(async (url) => {
      asked.push(url)
      return certificate
    })
    const read = SnsMessage.parse(message)
    for (let time = 0; time < 2; time++) expect(isSignedBySns(read, (await keyAt(read.SigningCertURL))!)).toBe(true)
    expect(asked).toEqual([message.SigningCertURL])
  })

  it.each(['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn'])('is not, with another %s', async (name) => {
    const keyAt = openCertificates(async () => certificate)
    const read = SnsMessage.parse({ ...message, [name]: `${message[name]}.` })
    expect(isSignedBySns(read, (await keyAt(read.SigningCertURL))!)).toBe(false)
  })

  it('is believed in both versions of signatures, but not in one under the name of the other', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const text = `Message\n${message.Message}\nMessageId\n1\nTimestamp\nt\nTopicArn\na\nType\nNotification\n`
    const signed = (algorithm: string, SignatureVersion: '1' | '2') =>
      SnsMessage.parse({
        ...message,
        Subject: undefined,
        MessageId: '1',
        Timestamp: 't',
        TopicArn: 'a',
        SignatureVersion,
        Signature: sign(algorithm, Buffer.from(text), privateKey).toString('base64'),
      })
    expect(isSignedBySns(signed('sha1', '1'), publicKey)).toBe(true)
    expect(isSignedBySns(signed('sha256', '2'), publicKey)).toBe(true)
    expect(isSignedBySns(signed('sha256', '1'), publicKey)).toBe(false)
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    expect(isSignedBySns(signed('sha256', '2'), other)).toBe(false)
  })

  it('is read with a certificate that could not be fetched the first time', async () => {
    let isDown = true
    const keyAt = openCertificates(async () => {
      if (isDown) throw new Error('down')
      return certificate
    })
    await expect(keyAt(message.SigningCertURL)).rejects.toThrow('down')
    isDown = false
    expect(await keyAt(message.SigningCertURL)).toBeDefined()
  })
})

const PEM = '/SimpleNotificationService-0123456789abcdef.pem'

it.each([
  [`https://sns.us-east-1.amazonaws.com${PEM}`, true],
  [`https://sns.cn-north-1.amazonaws.com.cn${PEM}`, true],
  [`http://sns.us-east-1.amazonaws.com${PEM}`, false],
  [`https://sns.us-east-1.amazonaws.com.evil.example${PEM}`, false],
  [`https://evil.example/sns.us-east-1.amazonaws.com${PEM}`, false],
  [`https://sns.us-east-1.amazonaws.com@evil.example${PEM}`, false],
  [`https://sns.us-east-1.amazonaws.com:8443${PEM}`, false],
  [`https://mybucket.s3.amazonaws.com${PEM}`, false],
  [`https://sns-evil.us-east-1.amazonaws.com${PEM}`, false],
  ['https://sns.us-east-1.amazonaws.com/?Action=GetTopicAttributes', false],
  ['file:///etc/passwd', false],
  ['', false],
])('%s leads to a certificate of SNS: %s', (url, expected) => {
  expect(isCertificateOfSns(url)).toBe(expected)
})

it.each([
  ['https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1', true],
  ['https://10.0.0.1/?Action=ConfirmSubscription', false],
])('%s is of SNS: %s', (url, expected) => {
  expect(isOfSns(url)).toBe(expected)
})
