import { followEvents, type Following } from './event-stream.ts'

const NAME = 'trefoil:news'

type Word = 'is anyone there?' | 'open' | 'still open' | 'cut' | { changes: readonly string[] }

/**
 * Follows the server's events for all windows of the same browser: one of them holds the stream and passes events on to
 * the others. A browser opens at most six connections to one server, so six windows with a stream each would leave
 * none for anything else.
 */
export async function followTogether(following: Following): Promise<void> {
  // Available only over https or on localhost.
  if (!('locks' in navigator)) return followEvents(following)
  const { signal, onNews, onOpen, onCut } = following
  const others = new BroadcastChannel(NAME)
  // oxlint-disable-next-line require-post-message-target-origin -- a channel is of one origin, and takes no other
  const tell = (word: Word) => others.postMessage(word)
  let isHolder = false
  /** Unknown until the first attempt ends. */
  let isOpen: boolean | undefined
  const opened = () => {
    isOpen = true
    onOpen()
  }
  const cut = () => {
    isOpen = false
    onCut()
  }
  const answer = () => {
    if (isHolder && isOpen !== undefined) tell(isOpen ? 'still open' : 'cut')
  }

  others.addEventListener('message', ({ data: word }: MessageEvent<Word>) => {
    if (word === 'is anyone there?') return answer()
    if (typeof word === 'object') return onNews(word.changes)
    // Repeated for a window that has just opened.
    if (word === 'cut') return isOpen === false ? undefined : cut()
    return word === 'open' || !isOpen ? opened() : undefined
  })
  tell('is anyone there?')
  try {
    await navigator.locks.request(NAME, { signal }, () => {
      isHolder = true
      return followEvents({
        ...following,
        onNews: (changes) => {
          onNews(changes)
          tell({ changes })
        },
        onOpen: () => {
          opened()
          tell('open')
        },
        onCut: () => {
          cut()
          tell('cut')
        },
      })
    })
  } catch (problem) {
    if (!signal.aborted) throw problem
  } finally {
    if (isHolder) tell('cut')
    others.close()
  }
}
