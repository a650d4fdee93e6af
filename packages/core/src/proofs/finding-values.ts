type Epoch = { epoch: number }
type Owed = { there: string; owed: string }
type SetBack = { known: number; named: number }
/** A line of a statement by its place in the log. `reference` is empty where there is none. */
type Line = { kind: string; id: string; position: number; reference: string }

/** What a check found, and the values in it: from these, screens in other languages make their sentences. */
export type FindingValues = {
  not_asked: null
  /** Something in the proof is not as it has to be written. */
  malformed: null
  other_installation: null
  other_contract: null
  other_chain: null
  same_installation: null
  set_back_before_epoch: Epoch & { lost: number }
  epoch_older: null
  epoch_unknown: null
  epoch_newer_withheld: null
  epoch_old: null
  epoch_newest: null
  /** `different`: names of what differs, as in `saw`. */
  stored_other: { different: string }
  stored_same: null
  not_counted: null
  part_twice: null
  part_no_leaf: null
  parts_once: null
  part_not_in_tree: null
  parts_in_tree: null
  sum_not_shown: { sum: string; shown: string }
  sum_below_log: { sum: string; least: string }
  sum_below_posted: { sum: string; posted: string }
  sum_shown: { sum: string }
  odd_decimals: null
  not_covered: Owed
  covered: Owed
  checkpoint_other_installation: null
  checkpoint_signed: null
  checkpoint_not_signed: null
  log_begins: null
  log_set_back: SetBack
  log_not_known: null
  checkpoint_first: null
  kept_other_installation: null
  log_grew: null
  log_changed: null
  log_not_continued: null
  log_restored: null
  log_set_back_other: SetBack
  log_set_back_earlier: SetBack & { earlier: number }
  log_set_back_other_earlier: SetBack
  line_missing: Line
  line_other: Line & { column: string }
  lines_there: null
  /** Found by the application itself, before there is a proof to check. */
  epochs_withheld: Epoch
  log_withheld: null
  proof_withheld: Epoch
  answer_malformed: null
}

export type FindingMeaning = {
  [Code in keyof FindingValues]: FindingValues[Code] extends null
    ? { code: Code }
    : { code: Code; params: FindingValues[Code] }
}[keyof FindingValues]
