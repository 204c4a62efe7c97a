import { PREFERENCE_TEXTS, type PreferencesPage, type PreferenceText } from '../../contract/preferences.ts'

/** The words of a page: the account's own, else ours; `{category}` is the kind of mail that the link stood in. */
export const textOf = (
  { snippets, categories, categoryId }: Pick<PreferencesPage, 'snippets' | 'categories' | 'categoryId'>,
  name: PreferenceText,
): string => {
  const text = snippets[name]?.trim() || PREFERENCE_TEXTS[name]
  const category = categories.find(({ id }) => id === categoryId)?.name ?? ''
  return text.replaceAll('{category}', category)
}
