import type { Db, Tx } from '@millrace/kit/server'

/** Bytes of one row: what a machine holds in memory while it reads an image. */
export const PART_BYTES = 256 << 10

/** An image's file by its key. */
export type ImageFile = { key: string; bytes: Buffer }

const partsOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, part) =>
    bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  )

/** Keeps files; one that lies there already is left as it is, because what lies under a key never changes. */
export const keepFiles = async (
  tx: Tx,
  accountId: number | null,
  files: readonly ImageFile[],
  now: Date,
): Promise<void> => {
  for (const { key, bytes } of files) {
    // The file itself.
    const isNew = await tx.run(
      'insert into image_files (key, account_id, bytes, created_at) values ($1, $2, $3, $4) on conflict (key) do nothing',
      [key, accountId, bytes.length, now],
    )
    if (!isNew) continue
    // One piece of it.
    for (const [part, piece] of partsOf(bytes).entries())
      await tx.run('insert into image_parts (key, part, bytes) values ($1, $2, $3)', [key, part, piece])
  }
}

/** Removes a file for which there is another one now. */
export const removeFile = async (tx: Tx, accountId: number, key: string): Promise<void> => {
  // Its parts go with it.
  await tx.run('delete from image_files where key = $2 and account_id = $1', [accountId, key])
}

/** Notes that an image was taken out of its library, with its smaller copies: from then on its bytes are looked after. */
export const noteRemoved = async (tx: Tx, accountId: number, key: string, now: Date): Promise<void> => {
  const stem = key.slice(0, key.lastIndexOf('.'))
  // Its file and those of its copies.
  await tx.run(`update image_files set removed_at = $3 where account_id = $1 and (key = $2 or starts_with(key, $4))`, [
    accountId,
    key,
    now,
    `${stem}_`,
  ])
}

/** How long the file under a key is, or undefined where there is none. */
export const lengthOfFile = (db: Db, key: string): Promise<number | undefined> =>
  db.system(async (tx) => {
    // Asked by whoever reads a mail: the key alone is known.
    const row = await tx.one<{ bytes: number }>('select bytes from image_files where key = $1', [key], 'image-length')
    return row?.bytes
  })

/** The pieces of a file, one after another; no connection is held in between. */
export async function* readFileParts(db: Db, key: string, length: number): AsyncGenerator<Buffer> {
  for (let part = 0; part * PART_BYTES < length; part++) {
    // The next piece.
    const row = await db.system((tx) =>
      tx.one<{ bytes: Buffer }>(
        'select bytes from image_parts where key = $1 and part = $2',
        [key, part],
        'image-part',
      ),
    )
    if (!row) throw new Error(`The image ${key} lacks its part ${part}.`)
    yield row.bytes
  }
}

/** Which of some keys the database has no file under. */
export const missingFiles = (db: Db, keys: readonly string[]): Promise<string[]> =>
  db.system(async (tx) => {
    // Keys that nothing is kept under.
    const rows = await tx.rows<{ key: string }>(
      `select k.key from unnest($1::text[]) as k (key)
       where not exists (select 1 from image_files f where f.key = k.key)`,
      [keys],
    )
    return rows.map(({ key }) => key)
  })

/** Whose libraries list some images, by key. */
export const ownersOfImages = async (tx: Tx, keys: readonly string[]): Promise<Map<string, number>> => {
  // Asked when files of before are put into the database.
  const rows = await tx.rows<{ key: string; accountId: number }>(
    '/* across accounts: whose images these are */ select i.key, i.account_id as "accountId" from images i where i.key = any($1)',
    [keys],
  )
  return new Map(rows.map(({ key, accountId }) => [key, accountId]))
}
