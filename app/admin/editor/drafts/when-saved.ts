import type { Store } from '../../../ui/kit/create-store.ts';
import { type DraftFacts, saveStateOf, worstOf } from './save-state.ts';

/**
 * Waits until everything that was written is durable on the server.
 * @returns `false` where it cannot get there now: the server is away, or does not take it
 */
export function whenSaved(
  drafts: readonly { facts: Pick<Store<DraftFacts>, 'read' | 'subscribe'> }[],
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const look = () => {
    const known = drafts.map(({ facts }) => facts.read());
    // What never came from a server that is away will not come now either.
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
