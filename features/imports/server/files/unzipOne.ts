import { openZip, refused, type ZipEntry, type ZipRules } from '@millrace/kit/server'

const LOCKED = 'The ZIP file is packed or locked in a way we cannot open.'

const RULES: ZipRules = {
  most: 10_000,
  crowded: 'There are too many files in the ZIP file. Please bring the CSV file itself.',
  damaged: 'The ZIP file is damaged. Please make it again, or bring the CSV file itself.',
  locked: LOCKED,
  unknown: LOCKED,
}

const isOurs = ({ name }: ZipEntry) => /\.(?:csv|tsv|txt)$/i.test(name) && !/(?:^|\/)(?:\.|__MACOSX\/)/.test(name)

const chosen = async (entries: AsyncIterable<ZipEntry>): Promise<ZipEntry> => {
  let only: ZipEntry | undefined
  let count = 0
  for await (const entry of entries) {
    if (entry.name.startsWith('xl/'))
      throw refused('This is an Excel workbook. Save it as CSV first, then bring that file.')
    if (!isOurs(entry)) continue
    only ??= entry
    count++
  }
  if (!only) throw refused('There is no CSV file in the ZIP file.')
  if (count > 1) throw refused(`There are ${count} CSV files in the ZIP file. Please bring one of them.`)
  return only
}

/** The bytes of the one CSV file in a ZIP file; refuses others in words. The file is open as long as they are read. */
export async function* unzipOne(path: string): AsyncGenerator<Buffer> {
  const { entries, close } = await openZip(path, RULES)
  try {
    yield* (await chosen(entries)).read()
  } finally {
    await close()
  }
}
