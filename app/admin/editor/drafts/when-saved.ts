import type { Store } from '../../../ui/kit/create-store.ts';
import { type DraftFacts, saveStateOf, worstOf } from './save-state.ts';

/**
 * Waits until everything typed is durable on the server.
 * @returns `false` if that is impossible now: the server cannot be reached, or refuses changes
 */
export function whenSaved(
  drafts: readonly { facts: Pick<Store<DraftFacts>, 'read' | 'subscribe'> }[],
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const look = () => {
    const known = drafts.map(({ facts }) => facts.read());
    // A draft that was never loaded has nothing to save, but will not load from an unreachable server either.
    if (known.some(({ isLoaded, isAway }) => !isLoaded && isAway)) return resolve(false);
    const state = worstOf(known.map(saveStateOf));
    if (state !== 'saving' && state !== 'opening') resolve(state === 'saved');
  };
  const ends = drafts.map(({ facts }) => facts.subscribe(look));
  look();
  return promise.finally(() => {
    for (const end of ends) end();
  });
}
