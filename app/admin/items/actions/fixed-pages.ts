import { data, redirect } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { requireMay } from '#core/access/forbidden.ts';
import { personOf } from '#core/audit/record-audit.ts';
import { items } from '#core/content/collections.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { createItem } from '#core/items/create-item.ts';
import { FIXED_PAGES } from '#core/site/reserved-paths.ts';
import { dependenciesOf } from './dependencies-of.ts';
import { textOf } from './list-form.ts';
import type { ManyRequest } from './perform-on-many.ts';
import { createItemsTranslator } from './read-items-messages.ts';

/** A page that every site has. */
export type FixedPage = (typeof FIXED_PAGES)[number];

/** The pages that every site has and that do not exist yet, also not in the archive or the trash; none for other types. */
export async function readMissingPages({ store, type }: ManyRequest): Promise<FixedPage[]> {
  if (type.appearsAs !== 'page') return [];
  const existing = await getDocuments(
    store,
    FIXED_PAGES.map((id) => items.at(id)),
  );
  return FIXED_PAGES.filter((_, index) => !existing[index]);
}

/** Creates a page that every site has, in the default language, and redirects to its editor. */
export async function createFixedPage(request: ManyRequest, actor: Actor, form: FormData): Promise<never> {
  requireMay(actor, 'item.create');
  const { config, type, drafts, pathTo } = request;
  const id = FIXED_PAGES.find((page) => page === textOf(form, 'page'));
  if (id === undefined || type.appearsAs !== 'page') throw data(null, { status: 400, statusText: 'Bad Request' });
  const language = config.defaultLocale;
  const outcome = await createItem(dependenciesOf(request), actor, { id, type: type.key, sourceLanguage: language });
  if (outcome.ok) {
    const name = createItemsTranslator(language)(`fixedPages.${id}`);
    const title = id === 'home' ? (config.name[language] ?? name) : name;
    await drafts.changeItem(id, { languages: { [language]: { title, slug: id } } }, personOf(actor));
  } else if (outcome.reason !== 'taken') {
    throw new Error(`The page "${id}" was refused: ${outcome.reason}`);
  }
  // It may also be taken because another person has just begun it.
  throw redirect(pathTo(`/admin/items/${type.key}/${id}`), 303);
}
