/** A rule that the database has as a constraint of the same name, broken before anything was written. */
export class Violation extends Error {
  readonly constraint: string

  constructor(constraint: string, message: string) {
    super(message)
    this.name = 'Violation'
    this.constraint = constraint
  }
}
