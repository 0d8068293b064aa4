import { StoreUnavailable } from '#core/documents/errors.ts';

/** A process of the test that can be killed: from then on it is told nothing, and nothing it asks for is done. */
export interface Life {
  isOver: boolean;
  /** Fails what the process follows. */
  cuts: Set<() => void>;
}

export function beginLife(): Life {
  return { isOver: false, cuts: new Set() };
}

const FOLLOWING = new Set<string | symbol>(['follow', 'followChanges', 'listen']);

interface Following {
  onError?: (error: Error) => void;
}

/** A store or log as one process has it. Calls under way at its end may be carried out, but are never answered. */
export function livedBy<T extends object>(target: T, life: Life): T {
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (life.isOver) return FOLLOWING.has(name) ? () => {} : new Promise(() => {});
        const result: unknown = Reflect.apply(member, object, args.map(whileAlive));
        if (typeof result === 'function') return following(result as () => void, args.at(-1) as Following);
        if (!(result instanceof Promise)) return result;
        return result.then(answered, (error: unknown) => {
          if (life.isOver) return new Promise(() => {});
          throw error;
        });
      };
    },
  });

  function answered<V>(value: V): V | Promise<never> {
    return life.isOver ? new Promise<never>(() => {}) : value;
  }

  function whileAlive(argument: unknown): unknown {
    if (typeof argument !== 'function') return argument;
    return (...args: unknown[]) => (life.isOver ? undefined : Reflect.apply(argument, undefined, args));
  }

  function following(stop: () => void, { onError }: Following): () => void {
    const end = () => {
      life.cuts.delete(cut);
      stop();
    };
    const cut = () => {
      end();
      if (!life.isOver) onError?.(new StoreUnavailable('The connection was cut'));
    };
    life.cuts.add(cut);
    return end;
  }
}
