import { z } from 'zod'

/** The 26 colours that a tag, folder or segment can have; red is the default. */
export const COLORS = [
  '#f44336',
  '#e91e63',
  '#d81b60',
  '#9c27b0',
  '#8e24aa',
  '#673ab7',
  '#5a55db',
  '#3f51b5',
  '#2196f3',
  '#1e88e5',
  '#03a9f4',
  '#00acc1',
  '#00bcd4',
  '#009688',
  '#00897b',
  '#4caf50',
  '#43a047',
  '#8bc34a',
  '#afb42b',
  '#fbc02d',
  '#ffb300',
  '#ff9800',
  '#ff7043',
  '#795548',
  '#9e9e9e',
  '#607d8b',
] as const

/** A colour of 3 or 6 hexadecimal digits with #, else empty. */
export const HexColor = z
  .string()
  .transform((text) => (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text.trim()) ? text.trim().toLowerCase() : ''))
