import type { FoundMember } from '@trefoil/contract/network'
import { useState } from 'react'
import IconSearch from '~icons/tabler/search'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { reportsCopy } from '../copy.ts'
import { useTeamSearchQuery } from './api.ts'
import { nameOf } from './member-words.ts'
import styles from './tree-search.module.css'

const text = reportsCopy.tree
const PAUSE_MS = 250
const FOUND_MAX = 20

/** Finds team members by name or code; choosing one opens the branches above them. */
export function TreeSearch({ onPick }: { onPick: (member: FoundMember) => Promise<void> }) {
  const [words, setWords] = useState('')
  const [said, setSaid] = useState('')
  const sought = useDebounced(words.trim(), PAUSE_MS)
  const { currentData: found, isError } = useTeamSearchQuery({ q: sought }, { skip: sought === '' })
  const shown = words.trim() === '' ? undefined : found?.members

  async function pick(member: FoundMember) {
    try {
      await onPick(member)
      setWords('')
      setSaid(text.opened(nameOf(member.name)))
    } catch (problem) {
      console.error('The way to a member could not be opened', problem)
      setSaid(text.searchFailed)
    }
  }

  return (
    <search className={styles.search}>
      <TextField
        label={text.searchLabel}
        placeholder={text.searchHint}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setSaid('')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setWords('')
          if (event.key === 'Enter' && shown?.[0]) void pick(shown[0])
        }}
      />
      {shown && shown.length > 0 ? (
        <ul className={styles.found}>
          {shown.map((member) => (
            <li key={member.ref}>
              <button type="button" className={styles.member} onClick={() => void pick(member)}>
                <span className={styles.name}>{nameOf(member.name)}</span>
                <span className={styles.facts}>
                  {text.facts(member.stage, member.level, member.position)} · <code>{member.referral_code}</code>
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p role="status" className={styles.said}>
        {isError && words ? text.searchFailed : shown ? summary(shown.length) : said}
      </p>
    </search>
  )
}

const summary = (count: number): string =>
  count === 0 ? text.nobodyFound : count < FOUND_MAX ? text.found(count) : text.foundMany
