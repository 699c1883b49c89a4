/** A queue from which the first of an order is taken. */
export interface Queue<T> {
  readonly size: number;
  push(one: T): void;
  take(): T;
}

/** A binary heap. Which of two comes first must not depend on when they are compared. */
export function firstBy<T>(before: (a: T, b: T) => boolean): Queue<T> {
  const heap: T[] = [];
  const swap = (i: number, j: number) => {
    [heap[i], heap[j]] = [heap[j], heap[i]];
  };
  const siftDown = () => {
    for (let i = 0; ; ) {
      const [l, r] = [2 * i + 1, 2 * i + 2];
      let first = i;
      if (l < heap.length && before(heap[l], heap[first])) first = l;
      if (r < heap.length && before(heap[r], heap[first])) first = r;
      if (first === i) return;
      swap(i, first);
      i = first;
    }
  };
  return {
    get size() {
      return heap.length;
    },
    push(one) {
      heap.push(one);
      for (let i = heap.length - 1; i > 0 && before(heap[i], heap[(i - 1) >> 1]); i = (i - 1) >> 1)
        swap(i, (i - 1) >> 1);
    },
    take() {
      swap(0, heap.length - 1);
      const best = heap.pop()!;
      siftDown();
      return best;
    },
  };
}
