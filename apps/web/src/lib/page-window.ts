const ALL_SHOWN_MAX = 10
const EITHER_SIDE = 2

/** Which page buttons are shown: all up to ten; beyond, the first, the last and two either side of the current page. */
export function pageWindow({ page, totalPages }: { page: number; totalPages: number }): (number | 'gap')[] {
  const pages = Array.from({ length: totalPages }, (_, index) => index + 1)
  if (totalPages <= ALL_SHOWN_MAX) return pages
  const shown = pages.filter((each) => each === 1 || each === totalPages || Math.abs(each - page) <= EITHER_SIDE)
  return shown.flatMap((each, index) => (index > 0 && each - (shown[index - 1] ?? 0) > 1 ? ['gap', each] : [each]))
}
