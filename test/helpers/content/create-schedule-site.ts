import type { Actor } from '#core/access/actor.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { runSchedules } from '#core/publishing/run-schedules.ts';
import { createItemSite, finishedLanguage, person } from './create-item-site.ts';

/** A site with the item `a` in two languages, and a time to schedule it at. */
export async function createScheduleSite(store?: DocumentStore) {
  const site = createItemSite(store);
  await site.putItem('a', 'not-found', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
  const people = new Map<string, Actor>([['eva', person('editor', 'eva')]]);
  const at = site.clock.time + 1000;
  return {
    ...site,
    people,
    at,
    /** @param meanwhile runs after an action was found to be due */
    run: (meanwhile = async () => {}) =>
      runSchedules({
        ...site.dependencies,
        async actorOf(id) {
          await meanwhile();
          return people.get(id);
        },
      }),
    states: async () => (await site.card('a'))?.states,
    schedule: async (language: string) => (await site.getItem('a')).data.languages[language]?.schedule,
  };
}
