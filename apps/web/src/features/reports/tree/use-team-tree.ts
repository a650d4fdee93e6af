import { useEffect, useReducer } from 'react'
import { useReader } from '../../../lib/use-reader.ts'
import { treeApi, useTreeQuery } from './api.ts'
import { treeReducer } from './tree-state.ts'

const LEVELS_PER_WINDOW = 3

/** The open part of the tree, and how to open more. Windows of three levels load as needed. */
export function useTeamTree({ most }: { most: number }) {
  const { data, isLoading, isError, refetch } = useTreeQuery({ depth: LEVELS_PER_WINDOW })
  const [state, dispatch] = useReducer(treeReducer, {
    tree: undefined,
    open: [],
    loading: [],
    failed: [],
    target: undefined,
  })
  const read = useReader()
  useEffect(() => {
    if (data) dispatch({ type: 'seen', windows: [data] })
  }, [data])

  const readWindow = (root: string) =>
    read(treeApi.endpoints.tree.initiate({ root, depth: LEVELS_PER_WINDOW }, { subscribe: false }))

  async function openBranch(ref: string): Promise<void> {
    const branch = state.tree?.branches.get(ref)
    if (!branch || state.loading.includes(ref)) return
    if (branch.children) {
      dispatch({ type: 'opened', refs: [ref], most })
      return
    }
    dispatch({ type: 'asked', ref })
    try {
      dispatch({ type: 'seen', windows: [await readWindow(ref)] })
      dispatch({ type: 'opened', refs: [ref], most })
    } catch (problem) {
      console.error('A branch could not be loaded', problem)
      dispatch({ type: 'failed', ref })
    }
  }

  /** Opens everything above a member who may be anywhere in the team. Throws when it cannot be read. */
  async function openPath({ ref, path }: { ref: string; path: readonly string[] }): Promise<void> {
    if (!state.tree) return
    const way = [state.tree.root, ...path]
    const missing = way.filter((_, index) => index > 0 && index % LEVELS_PER_WINDOW === 0)
    dispatch({ type: 'seen', windows: await Promise.all(missing.map(readWindow)) })
    dispatch({ type: 'opened', refs: way, most })
    dispatch({ type: 'aimed', ref })
  }

  const closeBranch = (ref: string) => dispatch({ type: 'closed', ref })
  // Loaded windows are in the tree after the next render.
  const isComing = isLoading || Boolean(data && !state.tree)
  return { ...state, isLoading: isComing, isError, refetch, openBranch, closeBranch, openPath }
}
