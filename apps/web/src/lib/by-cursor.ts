/** How lists go on: each page names the next one. */
export const BY_CURSOR = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }) => next_cursor ?? undefined,
}

export const pageOf = (cursor: string | null) => (cursor === null ? {} : { cursor })
