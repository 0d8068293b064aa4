/** A value that changes over time, in the form that `useSyncExternalStore` reads. */
export interface Store<T> {
  read(): T;
  write(next: T): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

/** Writing the value that is there already tells nobody. */
export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    read: () => value,
    write(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
