import { notifications } from '@mantine/notifications'

const SILENT = ['User not logged in', 'no authentication given', 'Missing OAuth token']

const dismissable = { closeButtonProps: { 'aria-label': 'Dismiss' }, withBorder: true }

/** A sentence, or a sentence with its detail below. */
const words = (message: string, detail?: string) =>
  detail && detail !== message ? { title: message, message: detail } : { message }

/** Short notices at the corner of the screen: `told.success('Flow saved')`, `told.error(sentence, detail?)`. */
export const told = {
  success: (message: string, detail?: string): void => {
    notifications.show({ ...words(message, detail), ...dismissable, color: 'green', autoClose: 3_000, role: 'status' })
  },
  info: (message: string, detail?: string): void => {
    notifications.show({ ...words(message, detail), ...dismissable, color: 'iris', autoClose: 4_000, role: 'status' })
  },
  error: (message: string, detail?: string): void => {
    if (SILENT.some((silent) => message.includes(silent) || detail?.includes(silent))) return
    const shown = { ...words(message, detail), ...dismissable, color: 'red', autoClose: 8_000, role: 'alert' }
    notifications.show({ id: message, ...shown })
  },
}
