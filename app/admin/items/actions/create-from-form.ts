import { data, redirect } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { freeSlug } from '#core/addresses/stage-addresses.ts';
import { personOf } from '#core/audit/audit-log.ts';
import { groupField } from '#core/content/own-contents.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { proposeSlug } from '#core/content-types/slugs.ts';
import { sortKey } from '#core/item-cards/create-item-card.ts';
import { readTopics } from '#core/item-cards/read-topics.ts';
import { createItem, freeItemId } from '#core/items/create-item.ts';
import type { Locale } from '#core/locales/locale.ts';
import { assignBlockIds, deterministicBlockId } from '#core/rich-text/block-ids.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';
import { dependenciesOf } from '../../../context/context.ts';
import { textOf } from './list-request.ts';
import type { ManyRequest } from './perform-on-many.ts';
import { createItemsTranslator } from './read-items-messages.ts';

/** The fields of the form of a new item; `group` and `answer` of questions only. */
type NewItem = ReturnType<typeof newItemIn>;

/** The submitted form of a new item, to show again. */
export type CreateProblem = NewItem & {
  kind: 'create';
  errors: Partial<NewItem>;
};

function newItemIn(form: FormData) {
  return {
    title: textOf(form, 'title'),
    language: textOf(form, 'language'),
    group: textOf(form, 'group'),
    answer: textOf(form, 'answer'),
  };
}

/** The form again, with a problem that its fields did not cause. */
export function keepNewItem(form: FormData, sentence: string) {
  const problem: CreateProblem = { kind: 'create', ...newItemIn(form), errors: { title: sentence } };
  return data(problem, { status: 503 });
}

/** Creates an item, and redirects to its editor. */
export async function createFromForm(request: ManyRequest, actor: Actor, form: FormData) {
  const { config, type, locale, drafts, pathTo } = request;
  const given = newItemIn(form);
  const title = given.title.trim();
  const { language } = given;
  const field = groupField(type);
  const group = field?.choices.find(({ value }) => value === given.group)?.value;
  const t = createItemsTranslator(locale);
  const isTitle = title !== '' && title.length <= CONTENT_LIMITS.title && title.isWellFormed();
  const isLanguage = config.locales.some(({ code }) => code === language);
  const isAnswer = given.answer.length <= CONTENT_LIMITS.fieldText && given.answer.isWellFormed();
  const errors: CreateProblem['errors'] = {
    ...(!isTitle && {
      title: t(`create.problems.${field ? 'question' : 'title'}`, { limit: CONTENT_LIMITS.title }),
    }),
    ...(!isLanguage && { language: t('create.problems.language') }),
    ...(field && group === undefined && { group: t('create.problems.group') }),
    ...(!isAnswer && { answer: t('create.problems.answer', { limit: CONTENT_LIMITS.fieldText }) }),
  };
  if (Object.keys(errors).length > 0) {
    const problem: CreateProblem = { kind: 'create', ...given, title, errors };
    return data(problem, { status: 422 });
  }
  const { id, slug } = await createTitled(request, actor, { title, language });
  const fields = field && group !== undefined ? { fields: { [field.key]: group } } : {};
  const body = field && given.answer.trim() !== '' ? { body: paragraphsOf(given.answer, id) } : {};
  const languages = { [language]: { title, slug, ...body, ...(field?.localized && fields) } };
  await drafts.changeItem(id, { languages, ...(field && !field.localized && { shared: fields }) }, personOf(actor));
  throw redirect(pathTo(`/admin/items/${type.key}/${id}`), 303);
}

/**
 * Creates an item with a title and a free slug, which is to be written. The id of a topic, which is a tag in addresses, is made from
 * its title.
 */
async function createTitled(
  request: ManyRequest,
  actor: Actor,
  { title, language }: { title: string; language: Locale },
): Promise<{ id: string; slug: string }> {
  const { store, type } = request;
  const id = type.isTopic
    ? await freeItemId(store, type, proposeSlug(title, language) || type.key)
    : crypto.randomUUID();
  const outcome = await createItem(dependenciesOf(request), actor, { id, type: type.key, sourceLanguage: language });
  if (!outcome.ok) throw new Error(`A new item was refused: ${outcome.reason}`);
  return { id, slug: await freeSlug(store, { language, type: type.key, itemId: id }, title) };
}

/** Creates a topic from its name, as a draft in the page's language. @returns its tag; that of the one that has the name already */
export async function createTopic(request: ManyRequest, actor: Actor, title: string): Promise<string> {
  const { store, config, locale: language, drafts } = request;
  const topics = Object.entries(await readTopics(store, config));
  const named = topics.find(([, labels]) => sortKey(labels[language] ?? '') === sortKey(title));
  if (named) return named[0];
  const { id, slug } = await createTitled(request, actor, { title, language });
  await drafts.changeItem(id, { languages: { [language]: { title, slug } } }, personOf(actor));
  return id;
}

/** A plain text as paragraphs; blank lines separate them. */
function paragraphsOf(text: string, seed: string): RichText {
  const content = text
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .map((part) => ({ type: 'paragraph', content: [{ type: 'text', text: part }] }));
  return assignBlockIds({ type: 'doc', content }, { seed, generate: deterministicBlockId });
}
