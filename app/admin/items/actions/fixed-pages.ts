import { data, redirect } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { requireMay } from '#core/access/policy.ts';
import { personOf } from '#core/audit/audit-log.ts';
import { items } from '#core/content/collections.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { beginTopic } from '#core/items/begin-topic.ts';
import { createItem } from '#core/items/create-item.ts';
import { FIXED_PAGES } from '#core/site/reserved-paths.ts';
import { dependenciesOf } from '../../../context/context.ts';
import { textOf } from './list-request.ts';
import type { ManyRequest } from './perform-on-many.ts';
import { createItemsTranslator } from './read-items-messages.ts';

/** An item that the site is to have, with its name. */
interface MissingItem {
  id: string;
  name: string;
}

/** The pages that every site has, and the topics of the tags of the file, that do not exist yet, also not in the archive or the trash. */
export async function readMissingPages({ store, type, config, locale }: ManyRequest): Promise<MissingItem[]> {
  const t = createItemsTranslator(locale);
  const wanted = type.isTopic
    ? Object.entries(config.tags).map(([id, labels]) => ({ id, name: labels[locale] ?? id }))
    : type.appearsAs === 'page'
      ? FIXED_PAGES.map((id) => ({ id, name: t(`fixedPages.${id}`) }))
      : [];
  const existing = await getDocuments(
    store,
    wanted.map(({ id }) => items.at(id)),
  );
  return wanted.filter((_, index) => !existing[index]);
}

/** Creates a page that every site has, in the default language, or the topic of a tag of the file, and redirects to its editor. */
export async function createFixedPage(request: ManyRequest, actor: Actor, form: FormData): Promise<never> {
  requireMay(actor, 'item.create');
  const { config, type, drafts, pathTo } = request;
  const tag = textOf(form, 'page');
  if (type.isTopic && Object.hasOwn(config.tags, tag)) {
    await beginTopic(dependenciesOf(request), actor, { tag, labels: config.tags[tag] ?? {}, type });
    throw redirect(pathTo(`/admin/items/${type.key}/${tag}`), 303);
  }
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
