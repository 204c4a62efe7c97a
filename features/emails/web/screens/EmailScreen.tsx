/** The editor of one email. */
export default function EmailScreen() {
  return null
}
