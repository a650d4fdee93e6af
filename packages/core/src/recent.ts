/** A bounded map. When it is full, the half that was not used most recently is forgotten. */
export class Recent<Key, Value> {
  readonly #max: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(max: number) {
    this.#max = max
  }

  get(key: Key): Value | undefined {
    const value = this.#young.get(key)
    if (value !== undefined) return value
    const older = this.#old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: Key, value: Value): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#max / 2) return
    this.#old = this.#young
    this.#young = new Map()
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
