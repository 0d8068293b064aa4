import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { PlacedPages } from '#core/addresses/page-places.ts';
import type { CardLanguage, CountedState, ItemCard } from '#core/content/item-card.ts';
import { groupField } from '#core/content/own-contents.ts';
import { isFixedPage } from '#core/content/validate-item.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import type { Locale } from '#core/locales/locale.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { type ItemAction, offeredActions } from './actions/item-actions.ts';
import type { ManyRequest } from './actions/perform-on-many.ts';
import { createItemsTranslator } from './actions/read-items-messages.ts';
import { type ItemName, nameItem } from './item-name.ts';

/** The state of one language of an item, formatted. */
export interface RowLanguage {
  code: Locale;
  state: CountedState;
  /** Link to the editor. */
  href: string;
  /** Link to the public page. */
  siteHref?: string;
  previewHref?: string;
  /** Notes besides the state: missing parts, broken links, schedules. */
  notes: { tone: 'info' | 'warning'; text: string }[];
}

/** A row of a list. */
export interface ItemRow extends ItemName {
  id: string;
  href: string;
  languages: RowLanguage[];
  tags: string[];
  /** The choice by which a question is grouped, with its label. */
  group?: { value: string; label: string };
  author?: string;
  /** When it was last changed or moved to the trash. */
  edited: { at: string; when: string; by?: string; isTrashed: boolean };
  actions: ItemAction[];
  /** The number of pages above it that the list shows. */
  level: number;
  /** Where its place below other pages is chosen, for those who may. */
  placeHref?: string;
}

/** `topics`: the labels of tags. */
type RowRequest = Pick<ManyRequest, 'config' | 'type' | 'locale' | 'pathTo'> & { topics: SiteConfig['tags'] };

/** @param pages where pages stand @param level of the row in a tree */
export function toItemRow(
  request: RowRequest,
  actor: Actor,
  card: ItemCard,
  { pages, level = 0 }: { pages?: PlacedPages | undefined; level?: number } = {},
): ItemRow {
  const { config, topics, type, locale, pathTo } = request;
  const t = createItemsTranslator(locale);
  const href = pathTo(`/admin/items/${type.key}/${card.id}`);
  const { authorName, editedBy, trashedAt } = card;
  const group = groupOn(type, card, locale);
  const isMovable = pages && card.place === 'shown' && !isFixedPage(card) && may(actor, 'page.move');
  return {
    id: card.id,
    ...nameItem(config, locale, card, pages?.above(card.id, locale)),
    href,
    languages: config.locales.map(({ code }) =>
      toLanguage(request, card, code, { href, above: pages?.above(card.id, code) }),
    ),
    tags: card.tags.map((tag) => (topics[tag] ?? config.tags[tag])?.[locale] ?? tag),
    ...(group && { group }),
    ...(authorName !== undefined && { author: t('list.by', { name: authorName }) }),
    edited: {
      at: new Date(trashedAt ?? card.editedAt).toISOString(),
      when: formatMoment(locale, trashedAt ?? card.editedAt),
      ...(editedBy && trashedAt === undefined && { by: editedBy.name }),
      isTrashed: trashedAt !== undefined,
    },
    actions: actionsOn(actor, card),
    level,
    ...(isMovable && { placeHref: `${href}/place` }),
  };
}

function groupOn(type: ContentType, { group: value }: ItemCard, locale: Locale): ItemRow['group'] {
  const choice = value === undefined ? undefined : groupField(type)?.choices.find((one) => one.value === value);
  return choice && { value: choice.value, label: choice.labels[locale] ?? choice.value };
}

function toLanguage(
  { config, locale }: RowRequest,
  { id, type, states, languages, place }: ItemCard,
  code: Locale,
  { href, above }: { href: string; above: { slug: string }[] | undefined },
): RowLanguage {
  const own = languages[code];
  const slug = own?.publishedSlug;
  return {
    code,
    state: states[code] ?? 'missing',
    href: `${href}?${new URLSearchParams({ language: code })}`,
    ...(slug !== undefined && { siteHref: itemPath(config, code, { itemId: id, type, slug, above }) }),
    ...(own && place !== 'trash' && { previewHref: `${href}/preview?${new URLSearchParams({ language: code })}` }),
    notes: own ? notesOf(own, locale) : [],
  };
}

function notesOf({ translation, schedule, review, ...card }: CardLanguage, locale: Locale): RowLanguage['notes'] {
  const t = createItemsTranslator(locale);
  const when = (at: number) => formatMoment(locale, at);
  const { brokenLinks, foreignLinks, foreignAddresses } = card;
  const foreign = foreignLinks + foreignAddresses;
  const warnings = [
    ...(schedule?.failed ? [t('list.failed')] : []),
    ...(review?.sentBack ? [t('list.sentBack', { name: review.sentBack.by.name })] : []),
    ...(translation && translation.stale > 0 ? [t('list.stale', { count: translation.stale })] : []),
    ...(translation && translation.missing > 0 ? [t('list.missing', { count: translation.missing })] : []),
    ...(brokenLinks > 0 ? [t('list.broken', { count: brokenLinks })] : []),
    ...(foreign > 0 ? [t('list.foreign', { count: foreign })] : []),
  ];
  const infos = [
    ...(review && !review.sentBack ? [t('list.reviewAsked', { name: review.askedBy.name })] : []),
    ...(schedule?.publishAt === undefined ? [] : [t('list.publishAt', { when: when(schedule.publishAt) })]),
    ...(schedule?.unpublishAt === undefined ? [] : [t('list.unpublishAt', { when: when(schedule.unpublishAt) })]),
  ];
  return [
    ...warnings.map((text) => ({ tone: 'warning' as const, text })),
    ...infos.map((text) => ({ tone: 'info' as const, text })),
  ];
}

/** The actions available to a person on this item, judging by its card. */
function actionsOn(actor: Actor, card: ItemCard): ItemAction[] {
  if (card.place === 'purging') return [];
  const languages = Object.values(card.languages);
  const about = {
    authorId: card.authorId ?? '',
    wasPublished: languages.some(({ publishedSlug, publishedAt }) => (publishedSlug ?? publishedAt) !== undefined),
  };
  return offeredActions(actor, card.place).filter((action) => {
    switch (action) {
      case 'publish':
        return languages.some(({ state }) => state !== 'published');
      case 'unpublish':
        return languages.some(({ publishedSlug }) => publishedSlug !== undefined);
      case 'trash':
      case 'untrash':
        return may(actor, 'item.trash', about);
      case 'tag':
      case 'untag':
        return may(actor, 'item.edit', { authorId: about.authorId });
      default:
        return true;
    }
  });
}
