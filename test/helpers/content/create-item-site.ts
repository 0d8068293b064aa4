import type { Actor } from '#core/access/actor.ts';
import type { Role } from '#core/accounts/user.ts';
import { itemCards } from '#core/content/collections.ts';
import type { ItemLanguage } from '#core/content/item.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { createContentSite, testConfig, testLanguage } from './create-content-site.ts';
import { createFakeDrafts } from './create-fake-drafts.ts';

/** A person with a role; translators have English. */
export function person(role: Role, id: string = role): Actor {
  return {
    kind: 'person',
    id,
    name: id.toUpperCase(),
    role,
    languages: role === 'translator' ? ['en'] : [],
    disabled: false,
  };
}

/** A language that passes all checks, except as a translation. */
export function finishedLanguage(slug: string, rest: Partial<ItemLanguage> = {}): ItemLanguage {
  return testLanguage(slug, { summary: 'Resumen', seo: { description: 'Descripción' }, ...rest });
}

/** The site of `createContentSite` with the dependencies of item use cases, and fake drafts. */
export function createItemSite(store?: DocumentStore) {
  const site = createContentSite(store);
  const drafts = createFakeDrafts(site.store, testConfig);
  /** Existing accounts by id. */
  const people = new Map<string, Actor>([['eva', person('editor', 'eva')]]);
  const findActor = async (id: string) => people.get(id);
  return {
    ...site,
    drafts,
    people,
    dependencies: { store: site.store, config: testConfig, drafts, findActor, now: site.now },
    async card(id: string): Promise<ItemCard | undefined> {
      const [document] = await site.store.batchGet([itemCards.at(id).path]);
      return document?.data as ItemCard | undefined;
    },
  };
}
