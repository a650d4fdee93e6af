import { colorsTuple, createTheme } from '@mantine/core'
import controls from './controls.module.css'

/** Mantine's share of the look: what its parts are made of. How they look is in `theme.css` and `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'brand',
  // Only its name matters: parts ask for `--mantine-color-brand-…`, which `theme.css` defines.
  colors: { brand: colorsTuple('var(--accent)') },
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
