import { notifications } from '@mantine/notifications'

const SILENT = ['User not logged in', 'no authentication given', 'Missing OAuth token']

/** Short notices at the corner of the screen. Errors stay until they are read. */
export const told = {
  success: (message: string): void => {
    notifications.show({ message, color: 'green', autoClose: 3_000, withBorder: true })
  },
  info: (message: string): void => {
    notifications.show({ message, color: 'gray', autoClose: 4_000, withBorder: true })
  },
  error: (message: string): void => {
    if (SILENT.some((silent) => message.includes(silent))) return
    notifications.show({ id: message, message, color: 'red', autoClose: 8_000, withBorder: true, role: 'alert' })
  },
}
