import unpluginIcons from 'unplugin-icons/vite'

/** The attributes of almost every drawing; `icon.tsx` has them once for all. */
const OUTLINE = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'

/** Those that point along the line: mirrored where it runs from right to left. */
const POINTING = new Set(['arrow-down-left', 'arrow-left', 'arrow-up-right', 'chevron-right', 'logout', 'send'])

/**
 * `~icons/tabler/user` is Tabler's icon `user` as a component. The drawings of the whole set are one file of data, and
 * only those that are imported become code.
 */
export const icons = () =>
  unpluginIcons({
    compiler: {
      extension: 'jsx',
      compiler: (svg, _set, name) => {
        const drawing = svg.replace(/^<svg[^>]*>/, '').replace('</svg>', '')
        const isOutline = drawing.includes(OUTLINE)
        const content = isOutline ? drawing.replaceAll(OUTLINE, '') : `<g stroke="none">${drawing}</g>`
        return `import { icon } from '/src/ui/icon.tsx'\nexport default icon(<>${inReact(content)}</>${POINTING.has(name) ? ', true' : ''})`
      },
    },
  })

/** React spells `stroke-width` as `strokeWidth`. */
const inReact = (markup: string) =>
  markup.replaceAll(/(?<= [a-z]+)-([a-z])(?=[a-z]*=")/g, (_, letter: string) => letter.toUpperCase())
