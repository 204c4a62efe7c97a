import type { MantineColorsTuple } from '@mantine/core'

// Accent: "Iris". 6 = light-mode fill (AA on white 5.6:1), 4-5 = dark-mode text/fill.
export const iris: MantineColorsTuple = [
  '#f3f3ff',
  '#e7e7fe',
  '#d0d0fb',
  '#b1b0f6',
  '#9290ef',
  '#7773e8',
  '#5a55db',
  '#4a45c4',
  '#3d38a3',
  '#322f83',
]
// Neutral: cool ink, tuned so gray.2 is the hairline and gray.6 passes AA for secondary text.
export const gray: MantineColorsTuple = [
  '#fafafb',
  '#f4f4f6',
  '#e8e8ec',
  '#dcdce2',
  '#b9b9c3',
  '#8e8e9b',
  '#6a6a77',
  '#4b4b57',
  '#2e2e37',
  '#18181d',
]
export const dark: MantineColorsTuple = [
  '#ededf0',
  '#b9b9c2',
  '#8f8f9b',
  '#6b6b77',
  '#3a3a43',
  '#2c2c34',
  '#212127',
  '#18181c',
  '#121215',
  '#0c0c0e',
]
export const amber: MantineColorsTuple = [
  '#fff7ea',
  '#ffedd0',
  '#fcd9a0',
  '#f9c26b',
  '#f5ac3d',
  '#ee9a1c',
  '#d98308',
  '#a96405',
  '#7f4b05',
  '#5d3705',
]
export const green: MantineColorsTuple = [
  '#ecfaf3',
  '#d5f3e4',
  '#abe6ca',
  '#78d5aa',
  '#46c088',
  '#22a86c',
  '#138a57',
  '#0f6e46',
  '#0d5537',
  '#0a402a',
]
export const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffe0e0',
  '#fdc2c2',
  '#f99a9b',
  '#f26d70',
  '#e5484d',
  '#cf3338',
  '#ad262c',
  '#871e23',
  '#62171b',
]
export const sky: MantineColorsTuple = [
  '#eef7fe',
  '#d9edfc',
  '#b2daf9',
  '#81c2f3',
  '#4ea6ea',
  '#268ddd',
  '#1374c1',
  '#0f5c9b',
  '#0d4a7b',
  '#0a375c',
]
