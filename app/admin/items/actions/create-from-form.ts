import { data, redirect } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { freeSlug } from '#core/addresses/free-slug.ts';
import { personOf } from '#core/audit/record-audit.ts';
import { groupField } from '#core/content/group-field.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { createItem } from '#core/items/create-item.ts';
import { assignBlockIds, deterministicBlockId } from '#core/rich-text/block-ids.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';
import { dependenciesOf } from './dependencies-of.ts';
import { textOf } from './list-form.ts';
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
  const id = crypto.randomUUID();
  const outcome = await createItem(dependenciesOf(request), actor, { id, type: type.key, sourceLanguage: language });
  if (!outcome.ok) throw new Error(`A new item was refused: ${outcome.reason}`);
  const slug = await freeSlug(request.store, { language, type: type.key, itemId: id }, title);
  const fields = field && group !== undefined ? { fields: { [field.key]: group } } : {};
  const body = field && given.answer.trim() !== '' ? { body: paragraphsOf(given.answer, id) } : {};
  const languages = { [language]: { title, slug, ...body, ...(field?.localized && fields) } };
  await drafts.changeItem(id, { languages, ...(field && !field.localized && { shared: fields }) }, personOf(actor));
  throw redirect(pathTo(`/admin/items/${type.key}/${id}`), 303);
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
