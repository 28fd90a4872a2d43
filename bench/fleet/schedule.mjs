// Events in order of their time: a binary heap. Events with equal times keep the order in which they were added.
export class Schedule {
  #heap = []
  #added = 0

  #isBefore(left, right) {
    const a = this.#heap[left], b = this.#heap[right]
    return a.time < b.time || (a.time === b.time && a.order < b.order)
  }

  #swap(left, right) { [this.#heap[left], this.#heap[right]] = [this.#heap[right], this.#heap[left]] }

  add(time, what) {
    this.#heap.push({ time, what, order: this.#added++ })
    for (let place = this.#heap.length - 1; place > 0;) {
      const parent = (place - 1) >> 1
      if (!this.#isBefore(place, parent)) return
      this.#swap(place, parent)
      place = parent
    }
  }

  take() {
    const first = this.#heap[0], last = this.#heap.pop()
    if (this.#heap.length === 0) return first
    this.#heap[0] = last
    for (let place = 0; ;) {
      const left = 2 * place + 1, right = left + 1
      let least = place
      if (left < this.#heap.length && this.#isBefore(left, least)) least = left
      if (right < this.#heap.length && this.#isBefore(right, least)) least = right
      if (least === place) return first
      this.#swap(place, least)
      place = least
    }
  }
}
