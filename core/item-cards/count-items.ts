import type { Actor } from '../access/actor.ts';
import { may, requireMay } from '../access/policy.ts';
import { itemCards } from '../content/collections.ts';
import type { LanguageState } from '../content/item.ts';
import { type CountedState, stateField } from '../content/item-card.ts';
import type { DocumentStore, Filter } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';

/** The site configuration that a count needs. */
export interface Counted {
  types: readonly string[];
  languages: readonly Locale[];
}

/** Number of items of a type by state in a language. */
export interface ItemCount {
  type: string;
  language: Locale;
  states: { [state in CountedState]?: number };
}

/** Published states first. */
const STATES: readonly CountedState[] = ['published', 'changed', 'draft', 'scheduled', 'archived', 'missing'];

/** States in which the text is public. */
const PUBLIC_STATES: readonly LanguageState[] = ['published', 'changed'];

/**
 * Counts the items of each type and language by state, without those in the trash. An actor who may not read drafts only gets
 * the number of `published` ones, including those with unpublished changes. @throws {Forbidden} if the actor may not read
 * published content.
 */
export async function countItems(
  store: DocumentStore,
  actor: Actor,
  { types, languages }: Counted,
): Promise<ItemCount[]> {
  requireMay(actor, 'published.read');
  const seesDrafts = may(actor, 'draft.read');
  const counted = await Promise.all(
    types.map(async (type) => {
      const total = await count(store, type);
      return Promise.all(
        languages.map(async (language): Promise<ItemCount> => {
          const asked = seesDrafts ? STATES : PUBLIC_STATES;
          const numbers = await Promise.all(
            asked.map((state) => (total === 0 ? 0 : count(store, type, language, state))),
          );
          if (!seesDrafts) return { type, language, states: { published: numbers.reduce((all, one) => all + one, 0) } };
          return {
            type,
            language,
            states: Object.fromEntries(asked.map((state, index) => [state, numbers[index] ?? 0])),
          };
        }),
      );
    }),
  );
  return counted.flat();
}

/** An archived item is not counted as `missing` a language: nobody waits for it. */
async function count(store: DocumentStore, type: string, language?: Locale, state?: CountedState): Promise<number> {
  const where: Filter[] = [
    { field: 'type', op: '==', value: type },
    { field: 'place', op: 'in', values: state === 'missing' ? ['shown'] : ['shown', 'archived'] },
    ...(language && state ? [{ field: stateField(language), op: '==', value: state } as const] : []),
  ];
  const [number] = await store.runAggregation({ collection: itemCards.name, where }, [{ kind: 'count' }]);
  return number ?? 0;
}
