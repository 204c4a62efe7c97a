import { type House, notFound, refused, type Tx } from '@millrace/kit/server'
import type { CategoryCount, CommunicationCategory } from '../contract/index.ts'

const COLUMNS = `id, name, description, type, account_id as "accountId", is_default as "isDefault", is_archived as "isArchived"`

/** Gives an account its first category; one that is there stays. */
const ENSURE = `insert into communication_categories (account_id, name, description, is_default, created_at)
  values ($1, 'Newsletter and news', 'Product news, tips and offers.', true, $2)
  on conflict (account_id) where is_default do nothing`

/** All categories of an account, the default first. */
const LIST = `select ${COLUMNS} from communication_categories where account_id = $1 order by is_default desc, account_id, id`

/** The categories of an account; it always has the default one. */
export const categoriesOf = async (
  { clock }: Pick<House, 'clock'>,
  tx: Tx,
  accountId: number,
): Promise<CommunicationCategory[]> => {
  const rows = await tx.rows<CommunicationCategory>(LIST, [accountId])
  if (rows.some((category) => category.isDefault)) return rows
  await tx.run(ENSURE, [accountId, clock.now()])
  return tx.rows<CommunicationCategory>(LIST, [accountId])
}

type NewCategory = Pick<CommunicationCategory, 'name' | 'description' | 'type'>

/** Adds a category. */
export const addCategory = async (
  { clock }: Pick<House, 'clock'>,
  tx: Tx,
  accountId: number,
  { name, description, type }: NewCategory,
): Promise<CommunicationCategory> => {
  // One new row, answered as it stands.
  const category = await tx.one<CommunicationCategory>(
    `insert into communication_categories (account_id, name, description, type, created_at)
     values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
    [accountId, name, description, type, clock.now()],
  )
  if (!category) throw new Error('The category was not written.')
  return category
}

const IS_DEFAULT = 'select 1 as yes from communication_categories where account_id = $1 and id = $2 and is_default'

type CategoryChange = { name?: string; description?: string; isArchived?: boolean }

/** Changes a category; absent parts stay. */
export const changeCategory = async (
  tx: Tx,
  accountId: number,
  id: number,
  { name, description, isArchived }: CategoryChange,
): Promise<CommunicationCategory> => {
  // Mail that names no category is of the default one, which therefore stays.
  if (isArchived && (await tx.one(IS_DEFAULT, [accountId, id]))) {
    throw refused('The default category cannot be archived: mail without a category belongs to it.')
  }
  // What is null stays as it is.
  const category = await tx.one<CommunicationCategory>(
    `update communication_categories set name = coalesce($3, name), description = coalesce($4, description),
       is_archived = coalesce($5, is_archived)
     where account_id = $1 and id = $2 returning ${COLUMNS}`,
    [accountId, id, name ?? null, description ?? null, isArchived ?? null],
  )
  if (!category) throw notFound('There is no such category.')
  return category
}

/** How many people said what about each category. */
const COUNTS = `select category_id as id, count(*) filter (where choice = 'optIn')::int as "optIn",
    count(*) filter (where choice = 'optOut' and not is_asked)::int as "optOut",
    count(*) filter (where is_asked)::int as asked
  from category_choices where account_id = $1 group by category_id`

type Counted = CategoryCount & { id: number }

/** How many people said what about each category, by its id. */
export const countChoices = async (tx: Tx, accountId: number): Promise<Record<string, CategoryCount>> => {
  const rows = await tx.rows<Counted>(COUNTS, [accountId])
  return Object.fromEntries(rows.map(({ id, ...count }) => [String(id), count]))
}
