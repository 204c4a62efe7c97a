import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { prepareImage } from './prepareImage.ts'
import { sniffImage } from './sniff.ts'

const prepared = async (bytes: Buffer) => {
  const sniffed = sniffImage(bytes)
  if (!sniffed) throw new Error('This is no image.')
  return prepareImage(bytes, sniffed)
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 85, b: 219 } } })

describe('a photo', () => {
  test('is turned as its camera said and says nothing of where it was taken', async () => {
    const photo = await plain(40, 20)
      .jpeg()
      .withExif({ IFD0: { Make: 'Acme' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { bytes, width, height } = await prepared(photo)
    const kept = await sharp(bytes).metadata()
    expect({ width, height, exif: kept.exif, orientation: kept.orientation ?? 1 }).toEqual({
      width: 20,
      height: 40,
      exif: undefined,
      orientation: 1,
    })
  })

  test('is no wider than mails show, and has smaller copies', async () => {
    const { bytes, width, height, copies } = await prepared(await plain(3000, 1500).png().toBuffer())
    expect({ width, height }).toEqual({ width: 1600, height: 800 })
    expect((await sharp(bytes).metadata()).format).toBe('png')
    expect(copies.map((copy) => copy.width)).toEqual([600, 1200])
    expect((await sharp(copies[0]?.bytes).metadata()).height).toBe(300)
  })
})

test('a small clean image stays as it is', async () => {
  const logo = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12OICr0NRAwoFABeBQk9t0mfcwAAAABJRU5ErkJggg==',
    'base64',
  )
  expect(await prepared(logo)).toEqual({ bytes: logo, width: 2, height: 3, copies: [] })
})

test('what cannot be read, or unpacks to too much, is refused', async () => {
  const png = await plain(50, 50).png().toBuffer()
  await expect(prepared(png.subarray(0, 60))).rejects.toThrow('cannot be read')
  const bomb = await plain(7200, 7200).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(500_000)
  await expect(prepared(bomb)).rejects.toThrow('too many pixels')
})
