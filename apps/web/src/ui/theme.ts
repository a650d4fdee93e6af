import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import controls from './controls.module.css'

/** Mantine's share of the look. The tokens themselves are CSS variables in `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 4 },
  colors: {
    brand: [
      '#EEF7F1',
      '#D5ECDD',
      '#AEDABF',
      '#7FC39B',
      '#4FA877',
      '#2E8B5B',
      '#206F48',
      '#19573A',
      '#13402B',
      '#0C2A1C',
    ],
  },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Liberation Mono', monospace",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  radius: { sm: '0.25rem', md: '0.5rem', lg: '0.75rem' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'md' },
      classNames: { root: controls.button, label: controls.buttonLabel },
    },
    TextInput: {
      defaultProps: {
        size: 'md',
        withAsterisk: false,
        inputWrapperOrder: ['label', 'input', 'error', 'description'],
      },
      classNames: {
        wrapper: controls.wrapper,
        label: controls.label,
        input: controls.input,
        description: controls.description,
        error: controls.error,
        section: controls.section,
      },
    },
  },
})

export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--canvas)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-default-border': 'var(--hairline)',
    '--mantine-color-bright': 'var(--ink)',
  }
  // Given per scheme, because Mantine's own defaults are and would win otherwise.
  return { variables: {}, light: shared, dark: shared }
}
