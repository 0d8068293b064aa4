import { data, type LoaderFunctionArgs } from 'react-router';
import { itemCards } from '#core/content/collections.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import { inReadingOrder, MAX_PAGE_DEPTH } from '#core/content/page-tree.ts';
import { isFixedPage } from '#core/content/validate-item.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { listItemCards } from '#core/item-cards/list-item-cards.ts';
import { readPlacedPages } from '#core/item-cards/pages-above.ts';
import { type MovePlan, planPageMove } from '#core/items/move-page.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { languageName } from '../../../i18n/language-name.ts';
import { requirePermission } from '../../require-permission.ts';
import { MOST_ORDERED } from '../actions/move-item.ts';
import { createItemsTranslator, readPlaceMessages } from '../actions/read-items-messages.ts';
import { nameItem } from '../item-name.ts';

/** The request for the place of a page, by whoever may choose it. @throws 403, 404 for what is no page that can be moved */
export async function readPlaceRequest(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'page.move');
  const { config } = args.context.get(pageServices);
  const { type: key = '', id = '' } = args.params;
  const type = config.contentTypes.find((one) => one.key === key && one.appearsAs === 'page');
  const card =
    type && /^[a-z0-9-]{1,120}$/.test(id) ? (await getDocument(request.store, itemCards.at(id)))?.data : undefined;
  if (!card || card.type !== key || card.place !== 'shown' || isFixedPage(card)) {
    throw data(null, { status: 404, statusText: 'Not Found' });
  }
  return { request, actor, config, card };
}

/** Loads the places that a page can have, and what changes at the one that the address names. */
export async function readPlace(args: LoaderFunctionArgs) {
  const { request, actor, config, card } = await readPlaceRequest(args);
  const { store, locale, pathTo, url } = request;
  const t = createItemsTranslator(locale);
  const search = { types: [card.type], place: 'shown' as const, sort: 'title' as const, language: locale };
  const { cards } = await listItemCards(store, actor, { ...search, limit: MOST_ORDERED });
  const { tree } = await readPlacedPages(store, card.type, [], cards);
  const asked = url.searchParams.get('parent');
  const now = tree.entry(card.id)?.parent ?? '';
  const parent = asked ?? now;
  const own = new Set([card.id, ...tree.below(card.id)]);
  const titleOf = (page: ItemCard) => nameItem(config, locale, page).title;
  const shown = inReadingOrder(tree, cards);
  const siblings = parent === '' ? [] : tree.children(parent).filter(({ id }) => id !== card.id);
  const byId = new Map(cards.map((page) => [page.id, page]));
  const siblingsNow = tree.children(now);
  const following = siblingsNow[siblingsNow.findIndex(({ id }) => id === card.id) + 1]?.id;
  const plan = await planPageMove({ store, config }, actor, { id: card.id, parent: parent || undefined });
  const { language: inLanguage } = localeDefinition(config, locale);
  const list = pathTo(`/admin/items/${card.type}`);
  const title = titleOf(card);
  return {
    messages: readPlaceMessages(locale),
    title: t('place.title', { title }),
    breadcrumbs: [
      { label: contentTypeOf(config, card.type).labels.plural[locale] ?? card.type, href: list },
      { label: title, href: `${list}/${card.id}` },
    ],
    path: `${list}/${card.id}/place`,
    parent,
    parents: shown
      .filter(({ page, level }) => !own.has(page.id) && page.id !== 'home' && level < MAX_PAGE_DEPTH - 1)
      .map(({ page, level }) => ({ value: page.id, label: `${'\u2003'.repeat(level)}${titleOf(page)}` })),
    siblings: siblings.flatMap(({ id }) => {
      const page = byId.get(id);
      return page ? [{ value: id, label: t('place.beforePage', { title: titleOf(page) }) }] : [];
    }),
    before: (parent === now && following) || '',
    ...(plan.ok
      ? {
          problem: undefined,
          shown: plan.shown,
          changes: config.locales.flatMap(({ code, language }) => {
            const changes = plan.changes.filter((change) => change.language === code);
            return changes.length > 0 ? [{ code, language, name: languageName(inLanguage, language), changes }] : [];
          }),
        }
      : { problem: sentenceOf(locale, plan), shown: '', changes: [] }),
  };
}

export type PlaceData = Awaited<ReturnType<typeof readPlace>>;

/** Why a page cannot be moved, in words. */
export function sentenceOf(locale: Locale, failure: Exclude<MovePlan, { ok: true }>): string {
  const t = createItemsTranslator(locale);
  if (failure.reason === 'redirected') return t('placeProblems.redirected', { path: failure.path });
  return t(`placeProblems.${failure.reason}`, { depth: MAX_PAGE_DEPTH });
}
