/** An observable value for `useSyncExternalStore`. */
export interface Store<T> {
  read(): T;
  write(next: T): void;
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

/** Setting an equal value does not notify listeners. */
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

/** @returns a function that unsubscribes from all of them */
export function subscribeToAll(stores: readonly Pick<Store<unknown>, 'subscribe'>[], listener: () => void): () => void {
  const ends = stores.map((store) => store.subscribe(listener));
  return () => {
    for (const end of ends) end();
  };
}
