import { createTheme } from '@mantine/core'
import { amber, dark, gray, green, iris, red, sky } from './palette.ts'

/** Millrace's Mantine theme, of plain objects: `Component.extend()` would pull every component into the first chunk. */
export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: 6,
  colors: { iris, gray, dark, amber, green, red, sky },
  white: '#ffffff',
  black: '#18181d',
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono", ui-monospace, SFMono-Regular, Menlo, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.375rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgba(24,24,29,.05)',
    sm: '0 1px 2px rgba(24,24,29,.06), 0 1px 1px rgba(24,24,29,.03)',
    md: '0 4px 14px -2px rgba(24,24,29,.10), 0 1px 3px rgba(24,24,29,.06)',
    lg: '0 12px 32px -6px rgba(24,24,29,.16), 0 2px 6px rgba(24,24,29,.06)',
  },
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_t: unknown, p: { size?: string }) => ({
        root:
          p.size === 'sm'
            ? { '--button-height': '32px', '--button-padding-x': '12px', '--button-fz': '13px' }
            : p.size === 'xs'
              ? { '--button-height': '28px', '--button-padding-x': '10px', '--button-fz': '12.5px' }
              : {},
      }),
      styles: { root: { fontWeight: 500 } },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 30 } },
    Input: {
      vars: (_t: unknown, p: { size?: string }) =>
        ({
          wrapper:
            p.size === 'xs'
              ? { '--input-height': '28px', '--input-fz': '12.5px' }
              : { '--input-height': '32px', '--input-fz': '13px' },
        }) as never,
    },
    NumberInput: { defaultProps: { hideControls: true } },
    Radio: { defaultProps: { size: 'xs' } },
    Select: {
      defaultProps: {
        checkIconPosition: 'right',
        comboboxProps: { shadow: 'md', offset: 4, transitionProps: { duration: 90, transition: 'pop' } },
      },
    },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        offset: 4,
        position: 'bottom-end',
        transitionProps: { duration: 90 },
      },
    },
    Popover: { defaultProps: { shadow: 'md', offset: 4 } },
    Tooltip: { defaultProps: { openDelay: 250, offset: 6, fz: 12 } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.35, blur: 2 },
        transitionProps: { duration: 120, transition: 'pop' },
        closeButtonProps: { 'aria-label': 'Close' },
        // A dialog's head is no head of the page.
        attributes: { header: { role: 'none' } },
      },
      styles: { title: { fontWeight: 600, fontSize: '16px', letterSpacing: '-0.012em' } },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        overlayProps: { backgroundOpacity: 0.2 },
        transitionProps: { duration: 100 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', size: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 500 } },
    },
    Checkbox: { defaultProps: { size: 'xs', radius: 4 } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Tabs: { defaultProps: { keepMounted: false } },
    Loader: { defaultProps: { size: 'sm' } },
  },
})
