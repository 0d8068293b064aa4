import type { DocumentStore } from './document-store.ts';
import type { MisfitDocument } from './errors.ts';

/** Misfits that are remembered, so that each is told once. Source: Meki's own. */
const MOST_TOLD = 1_000;

/**
 * A store whose readers pass over derived documents that do not fit, such as a card that was damaged: one of them would take lists,
 * feeds and the search down.
 * @param onMisfit called once for each such document
 */
export function passingOver<Store extends DocumentStore>(
  store: Store,
  onMisfit: (misfit: MisfitDocument) => void,
): Store {
  const told = new Set<string>();
  return {
    ...store,
    passOver(misfit) {
      if (told.has(misfit.message)) return;
      if (told.size >= MOST_TOLD) told.clear();
      told.add(misfit.message);
      onMisfit(misfit);
    },
  };
}
