const SILENT = ['User not logged in', 'no authentication given', 'Missing OAuth token']

type Notice = { message: string; title?: string; color: string; autoClose: number; role: string; id?: string }

/** The library of notices is fetched with the first notice, or with what floats over every page. */
const show = async (notice: Notice) => {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ ...notice, withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } })
}

/** A sentence, or a sentence with its detail below. */
const words = (message: string, detail?: string) =>
  detail && detail !== message ? { title: message, message: detail } : { message }

/** Short notices at the corner of the screen: `told.success('Flow saved')`, `told.error(sentence, detail?)`. */
export const told = {
  success: (message: string, detail?: string): void => {
    void show({ ...words(message, detail), color: 'green', autoClose: 3_000, role: 'status' })
  },
  info: (message: string, detail?: string): void => {
    void show({ ...words(message, detail), color: 'iris', autoClose: 4_000, role: 'status' })
  },
  error: (message: string, detail?: string): void => {
    if (SILENT.some((silent) => message.includes(silent) || detail?.includes(silent))) return
    void show({ ...words(message, detail), id: message, color: 'red', autoClose: 8_000, role: 'alert' })
  },
}
