import { told } from './told.tsx'

/** Puts a text on the clipboard; says so only where that fails. True where it worked. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    told.error("Couldn't copy.", 'Your browser does not allow it here. Select the text and copy it by hand.')
    return false
  }
}
