import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type House, notFound } from '@millrace/kit/server'

const KEY = /^[a-f0-9]{32}$/

/** Where an export's file lies; keys of any other form name nothing. */
export const pathOfExport = (house: House, key: string): string => {
  if (!KEY.test(key)) throw notFound('There is no such file.')
  return join(resolve(house.settings.DATA_DIR, 'exports'), `${key}.csv`)
}

/** A file that is being written: what a killed worker wrote behind `bytes` is cut off. */
export const openExport = async (house: House, key: string, bytes: number): Promise<FileHandle> => {
  const path = pathOfExport(house, key)
  await mkdir(resolve(house.settings.DATA_DIR, 'exports'), { recursive: true })
  const file = await open(path, bytes ? 'r+' : 'w', 0o600)
  const { size } = await file.stat()
  if (size < bytes) {
    await file.close()
    throw new Error(`The file of the export has ${size} of ${bytes} bytes.`)
  }
  await file.truncate(bytes)
  return file
}

/** Removes an export's file; harmless where it is gone. */
export const removeExport = (house: House, key: string): Promise<void> => rm(pathOfExport(house, key), { force: true })
