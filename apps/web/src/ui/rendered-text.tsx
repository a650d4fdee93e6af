import styles from './rendered-text.module.css'

/** CommonMark that the server has rendered: it shows tags as text. In whichever direction it is written. */
export const RenderedText = ({ html }: { html: string }) => (
  <div dir="auto" className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
)
