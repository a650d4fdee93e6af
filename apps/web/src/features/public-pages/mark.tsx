const LEAF = 'M32 33C21 26 20.5 12.5 32 4C43.5 12.5 43 26 32 33Z'

/** Three leaves from one point. The members' own would bring what their screens share. */
export const Mark = ({ size }: { size: number }) => (
  <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
    {[0, 120, 240].map((angle) => (
      <path key={angle} d={LEAF} transform={`rotate(${angle} 32 35)`} />
    ))}
  </svg>
)
