/** A line to type somewhere else. It breaks between its arguments, not within them. */
export const Command = ({ children }: { children: string }) =>
  children.split(' ').flatMap((argument, place) => [
    place === 0 ? '' : ' ',
    // Arguments are known by their place.
    <span key={place} className="unbroken">
      {argument}
    </span>,
  ])
