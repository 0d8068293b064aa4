import { type ActionFunctionArgs, data, redirect } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { itemCards } from '#core/content/collections.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { duplicateItem, freeItemId } from '#core/items/create-item.ts';
import { changeOrder } from '#core/items/item-order.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { createAccountTranslator } from '../../../account/account-request.ts';
import { receiveForm } from '../../../account/receive-form.ts';
import { dependenciesOf } from '../../../context/context.ts';
import { orUnavailable } from '../../or-unavailable.ts';
import { refuseForbidden } from '../../require-permission.ts';
import { type CreateProblem, createFromForm, keepNewItem } from './create-from-form.ts';
import { createFixedPage } from './fixed-pages.ts';
import {
  type ActionAnswer,
  type AskAnswer,
  type ItemAction,
  LIST_INTENTS,
  type ListProblem,
  undoSchema,
} from './item-actions.ts';
import { itemsAddress, readItemsQuery } from './items-query.ts';
import { LIST_FORM, readListRequest, textOf } from './list-request.ts';
import { behindWhom } from './move-item.ts';
import { type Chosen, type ManyRequest, performOnMany, undoMany } from './perform-on-many.ts';
import { createItemsTranslator, titleCopies } from './read-items-messages.ts';

/** Maximum items per request. Source: Meki's own; their undo data fits into one form. */
const MOST_AT_ONCE = 100;

/** The response to a form of a list that does not redirect. */
export type ListAnswer = ActionAnswer | AskAnswer | ListProblem | CreateProblem | { kind: 'moved' };

/** Performs the action of a form on a list; 403 without the right. */
export async function listAction(args: ActionFunctionArgs) {
  const { request, actor } = await readListRequest(args);
  const { fields, isAltered } = await receiveForm(request, LIST_FORM);
  if (isAltered) return problem(createAccountTranslator(request.locale)('problems.altered'));
  return orUnavailable(
    args,
    request.locale,
    () => refuseForbidden(request, actor, () => answerForm(request, actor, fields)),
    (sentence) => (fields.get('intent') === 'create' ? keepNewItem(fields, sentence) : problem(sentence, 503)),
  );
}

async function answerForm(request: ManyRequest, actor: Actor, form: FormData) {
  const given = form.get('intent');
  const intent = LIST_INTENTS.find((name) => name === given);
  const t = createItemsTranslator(request.locale);
  if (given === '' || given === null) return problem(t('bulk.noAction'));
  if (!intent) throw data(null, { status: 400, statusText: 'Bad Request' });
  switch (intent) {
    case 'create':
      return createFromForm(request, actor, form);
    case 'createPage':
      return createFixedPage(request, actor, form);
    case 'duplicate':
      return duplicate(request, actor, form);
    case 'move':
      return move(request, actor, form);
    case 'undo': {
      const steps = readUndo(form);
      if (!steps) throw data(null, { status: 400, statusText: 'Bad Request' });
      return data<ListAnswer>(await undoMany(request, actor, steps));
    }
    default:
      return perform(request, actor, form, intent);
  }
}

async function perform(request: ManyRequest, actor: Actor, form: FormData, intent: ItemAction) {
  const t = createItemsTranslator(request.locale);
  const chosen = readChosen(form);
  const tag = textOf(form, 'tag');
  if ('ids' in chosen && chosen.ids.length === 0) return problem(t('bulk.nothing'));
  if ((intent === 'tag' || intent === 'untag') && tag === '') return problem(t('bulk.noTag'));
  if (intent === 'purge' && !form.has('confirmed')) {
    const items = 'ids' in chosen ? [...chosen.ids, ...chosen.rest] : [];
    const ask: AskAnswer = { kind: 'ask', items, all: !('ids' in chosen) };
    return data<ListAnswer>(ask, { status: 422 });
  }
  const language = request.config.locales.find(({ code }) => code === form.get('language'))?.code;
  const wanted = {
    action: intent,
    tag,
    acceptWarnings: form.get('warnings') === 'accept',
    ...(language !== undefined && { language }),
  };
  const asked = {
    ...(tag !== '' && { tag }),
    ...(language !== undefined && { language }),
    ...(wanted.acceptWarnings && { warnings: 'accept' }),
  };
  const answer = await performOnMany(request, actor, wanted, chosen);
  const rest = 'ids' in chosen && chosen.rest.length > 0 ? { rest: chosen.rest } : {};
  return data<ListAnswer>({ ...answer, ...rest, asked });
}

async function duplicate(request: ManyRequest, actor: Actor, form: FormData) {
  const { type, locale, pathTo } = request;
  const t = createItemsTranslator(locale);
  const chosen = form.getAll('item').map(String);
  const [from] = chosen;
  if (from === undefined) return problem(t('bulk.nothing'));
  if (chosen.length > 1) return problem(t('bulk.oneOnly'));
  const known = (await getDocument(request.store, itemCards.at(from)))?.data.languages ?? {};
  const id = type.isTopic ? await freeItemId(request.store, type, from) : crypto.randomUUID();
  const outcome = await duplicateItem(dependenciesOf(request), actor, { id, from, titles: titleCopies(known) });
  if (outcome.ok) throw redirect(pathTo(`/admin/items/${type.key}/${id}`), 303);
  const { reason } = outcome;
  const isDescribed = reason === 'in-trash' || reason === 'not-found' || reason === 'too-long';
  return problem(t(`reasons.${isDescribed ? reason : 'conflict'}`));
}

/** Moves an item by one place, with a redirect to the list; or behind another item, with JSON, for scripts. */
async function move(request: ManyRequest, actor: Actor, form: FormData) {
  const { pathTo, type, url, locale } = request;
  const id = textOf(form, 'item');
  const direction = form.get('direction');
  const isByOne = direction === 'up' || direction === 'down';
  const after = isByOne
    ? await behindWhom(request, actor, { id, direction })
    : { behind: textOf(form, 'behind') || undefined };
  const t = createItemsTranslator(locale);
  if (after) {
    const outcome = await changeOrder(dependenciesOf(request), actor, { id, after: after.behind });
    if (!outcome.ok) return problem(t(`reasons.${outcome.reason}`), 409);
  }
  if (!isByOne) return data<ListAnswer>({ kind: 'moved' });
  throw redirect(itemsAddress(pathTo(`/admin/items/${type.key}`), readItemsQuery(url.searchParams)), 303);
}

function problem(sentence: string, status = 422) {
  return data<ListAnswer>({ kind: 'problem', sentences: [sentence] }, { status });
}

function readChosen(form: FormData): Chosen {
  if (form.get('scope') !== 'all') {
    const marked = form.getAll('item').map(String);
    return { ids: marked.slice(0, MOST_AT_ONCE), rest: marked.slice(MOST_AT_ONCE) };
  }
  const limit = Math.min(MOST_AT_ONCE, Math.max(1, Number(form.get('limit')) || MOST_AT_ONCE));
  return {
    query: readItemsQuery(new URLSearchParams(textOf(form, 'query'))),
    after: textOf(form, 'cursor'),
    limit,
  };
}

function readUndo(form: FormData) {
  try {
    const parsed = undoSchema.safeParse(parseJson(textOf(form, 'undo')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
