/** The chart's dimensions, from the specification. */
export const TRANSLATE = { x: 400, y: 50 }
export const SEPARATION = { siblings: 1.5, nonSiblings: 2 }
export const SCALE = { min: 0.1, max: 1 }
export const NODE_SIZE = { x: 140, y: 140 }
export const TRANSITION_MS = 500
export const CENTERING_MS = 800

/** Closer to the edge than this counts as out of view. */
export const VIEW_MARGIN = 48
/** A press that moves no further is a click, not a drag. */
export const CLICK_DISTANCE = 4
export const ZOOM_STEP = 1.4
export const ZOOM_MS = 200
/** At most this many members are drawn at once, so it stays smooth however large the team. */
export const MEMBERS_MAX = 250
