import type { TreeNode } from '@trefoil/contract/network'
import { absorb, openWithin, type TeamTree } from './team-tree.ts'

export type TreeState = {
  tree: TeamTree | undefined
  /** Which branches are open, the latest last. */
  open: readonly string[]
  loading: readonly string[]
  failed: readonly string[]
  /** The member that a search found. A new object each time, so that the same one can be found again. */
  target: { ref: string } | undefined
}

export type TreeAction =
  | { type: 'seen'; windows: readonly TreeNode[] }
  | { type: 'asked'; ref: string }
  | { type: 'failed'; ref: string }
  | { type: 'opened'; refs: readonly string[]; most: number }
  | { type: 'closed'; ref: string }
  | { type: 'aimed'; ref: string }

type Acts = {
  [Type in TreeAction['type']]: (state: TreeState, action: Extract<TreeAction, { type: Type }>) => TreeState
}

const acts: Acts = {
  seen: (state, { windows }) => {
    const tree = windows.reduce<TeamTree | undefined>(absorb, state.tree)
    // The root is open from the start, so that there is a tree to see.
    return { ...state, tree, open: state.tree || !tree ? state.open : [tree.root] }
  },
  asked: (state, { ref }) => ({ ...state, loading: [...state.loading, ref], failed: without(state.failed, ref) }),
  failed: (state, { ref }) => ({ ...state, loading: without(state.loading, ref), failed: [...state.failed, ref] }),
  opened: (state, { refs, most }) => {
    if (!state.tree) return state
    const open = openWithin(state.tree, { open: state.open, more: refs, most })
    return { ...state, open, loading: state.loading.filter((ref) => !refs.includes(ref)) }
  },
  closed: (state, { ref }) => ({ ...state, open: without(state.open, ref) }),
  aimed: (state, { ref }) => ({ ...state, target: { ref } }),
}

export const treeReducer = (state: TreeState, action: TreeAction): TreeState =>
  acts[action.type](state, action as never)

const without = (refs: readonly string[], ref: string) => refs.filter((each) => each !== ref)
