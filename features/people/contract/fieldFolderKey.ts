/** What a field is called among the items of folders: its schema's name and its own, joined by three underscores. */
export const fieldFolderKey = (name: string, schema = 'person'): string => `${schema}___${name}`
