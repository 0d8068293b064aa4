import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import {
  type CardIssue,
  ISSUE_KINDS,
  type IssueKind,
  isAboutReview,
  isInReview,
  issuesOf,
} from '#core/content/card-issues.ts';
import type { Review } from '#core/content/item.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import {
  type CardSearch,
  countItemCards,
  listItemCards,
  listOwnEdits,
  listScheduledCards,
} from '#core/item-cards/list-item-cards.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { languageName } from '../../i18n/language-name.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { readFileWork } from '../files/read-file-work.ts';
import { createItemsTranslator } from '../items/actions/read-items-messages.ts';
import { nameItem } from '../items/item-name.ts';

/** Maximum items of each list. Source: Meki's own. */
const SHOWN = 5;

/** What only people who publish can do. */
const PUBLISHING: readonly IssueKind[] = ['schedule-failed', 'review-asked', 'unpublished-edits', 'unpublished'];

/** An item in a list of the dashboard. */
export interface WorkItem {
  id: string;
  title: string;
  /** The BCP 47 tag of the title. */
  language: string;
  href: string;
  /** What there is to say about it: its type, what is to be done, or when something happens. */
  about: string;
  /** What somebody wrote about it. */
  note?: string;
  /** A time that belongs to it, ISO 8601 and formatted. */
  moment?: { at: string; when: string };
}

/** What a person may do next, for people who may read drafts. */
export interface Work {
  /** Reviews that the person was asked for, that came back to them, and that they wait for. */
  reviews: WorkItem[];
  /** The items that the person changed last. */
  own: WorkItem[];
  /** Number of items that wait for the person, formatted; missing for somebody who edits nothing but their own. */
  total?: { text: string; href: string };
  /** What waits, by kind. */
  kinds: { id: string; label: string; count: number; href: string }[];
  /** What waits of the person's own items, most urgent first. */
  items: WorkItem[];
  /** The next scheduled actions. */
  scheduled: WorkItem[];
}

interface WorkRequest {
  config: SiteConfig;
  locale: Locale;
  pathTo: (path: string) => string;
}

/** What the person was writing, and what waits for them: by kind, of their languages or of the site; for an author, their items. */
export async function readWork(store: DocumentStore, actor: Actor, request: WorkRequest): Promise<Work | undefined> {
  if (!may(actor, 'draft.read')) return undefined;
  const canPublish = may(actor, 'item.publish');
  const isTranslator = !canPublish && actor.kind === 'person' && actor.languages.length > 0;
  const [reviews, own, waiting, scheduled] = await Promise.all([
    listReviews(store, actor, request),
    listOwnEdits(store, actor, SHOWN),
    canPublish || isTranslator
      ? countWaiting(store, actor, request, isTranslator ? actor.languages : undefined)
      : listWaiting(store, actor, request),
    listScheduledCards(store, actor, SHOWN),
  ]);
  const { config, locale } = request;
  const typeOf = (card: ItemCard) =>
    config.contentTypes.find(({ key }) => key === card.type)?.labels.singular[locale] ?? card.type;
  return {
    reviews,
    own: own.map((card) => ({ ...toItem(request, card, typeOf(card)), moment: momentOf(locale, card.editedAt) })),
    ...waiting,
    scheduled: scheduled.flatMap((card) => toScheduled(request, card)),
  };
}

/** What a person has to do with a review, most pressing first. */
const PARTS = ['asked-of', 'sent-back', 'for-all', 'asked-by'] as const;

type Part = (typeof PARTS)[number];

/** The reviews that concern a person: asked of them, sent back to them, asked of everybody who publishes, asked by them. The latest of each first. */
async function listReviews(store: DocumentStore, actor: Actor, request: WorkRequest): Promise<WorkItem[]> {
  if (actor.kind !== 'person') return [];
  const { config, locale } = request;
  const t = createItemsTranslator(locale);
  const { language: inLanguage } = localeDefinition(config, locale);
  const find = async (wanted: Pick<CardSearch, 'review' | 'work'>) =>
    (await listItemCards(store, actor, { place: 'shown', sort: 'work', language: locale, limit: SHOWN, ...wanted }))
      .cards;
  const found = await Promise.all([
    find({ review: { part: 'asked-by', accountId: actor.id } }),
    ...(may(actor, 'item.publish')
      ? [find({ review: { part: 'asked-of', accountId: actor.id } }), find({ work: { kind: 'review-asked' } })]
      : []),
  ]);
  const cards = new Map(found.flat().map((card) => [card.id, card]));
  const told = [...cards.values()].flatMap((card) =>
    Object.entries(card.languages).flatMap(([code, { review }]) => {
      const part = review && partOf(actor, review);
      if (!part) return [];
      const { askedAt, askedBy, reviewer, sentBack } = review;
      const language = languageName(inLanguage, localeDefinition(config, code).language);
      const values = { language, name: sentBack?.by.name ?? askedBy.name, reviewer: reviewer?.name ?? '' };
      const note = sentBack?.note ?? review.note;
      const at = sentBack?.at ?? askedAt;
      const key =
        part === 'asked-by' && reviewer ? 'asked-by-of' : part === 'for-all' && reviewer ? 'for-another' : part;
      const item = toItem(request, card, t(`reviews.${key}`, values));
      return [
        {
          ...item,
          id: `${card.id} ${code}`,
          href: `${item.href}?${new URLSearchParams({ language: code })}`,
          ...(note !== undefined && { note }),
          moment: momentOf(locale, at),
          part,
          at,
        },
      ];
    }),
  );
  return told
    .sort((one, other) => PARTS.indexOf(one.part) - PARTS.indexOf(other.part) || other.at - one.at)
    .slice(0, SHOWN)
    .map(({ part: _, at: __, ...item }) => item);
}

function partOf(actor: Actor & { kind: 'person' }, { askedBy, reviewer, sentBack }: Review): Part | undefined {
  if (askedBy.id === actor.id) return sentBack ? 'sent-back' : 'asked-by';
  if (sentBack || !may(actor, 'item.publish')) return undefined;
  return reviewer?.id === actor.id ? 'asked-of' : 'for-all';
}

/** Counts of what waits. @param languages those of a translator; default: the whole site */
async function countWaiting(
  store: DocumentStore,
  actor: Actor,
  { config, locale, pathTo }: WorkRequest,
  languages?: readonly Locale[],
): Promise<Pick<Work, 'total' | 'kinds' | 'items'>> {
  const t = createItemsTranslator(locale);
  const board = pathTo('/admin/health');
  const countOf = (work: { language?: Locale; kind?: IssueKind }) =>
    countItemCards(store, actor, { place: 'shown', sort: 'work', work, language: locale });
  const wanted = (languages ?? [undefined]).flatMap((language) =>
    ISSUE_KINDS.filter((kind) => (language === undefined ? kind !== 'sent-back' : !PUBLISHING.includes(kind))).map(
      (kind) => ({
        kind,
        ...(language !== undefined && { language }),
      }),
    ),
  );
  const [files, total, ...counts] = await Promise.all([
    readFileWork(store, actor, { config, locale, pathTo }, { languages }),
    countOf({}),
    ...wanted.map(countOf),
  ]);
  const { language: inLanguage } = localeDefinition(config, locale);
  const kinds = wanted.flatMap(({ kind, language }, index) => {
    const count = counts[index] ?? 0;
    if (count === 0) return [];
    const label = t(`health.kinds.${kind}`);
    const name = language && languageName(inLanguage, localeDefinition(config, language).language);
    const query = new URLSearchParams({ ...(language && { language }), kind });
    return [
      {
        id: `${kind} ${language ?? ''}`,
        label: name ? t('list.stateIn', { language: label, state: name }) : label,
        count,
        href: `${board}?${query}`,
      },
    ];
  });
  for (const { id, kind, language, count, href } of files) {
    kinds.push({ id: `files ${id}`, label: t(`health.files.${kind}`, { language }), count, href });
  }
  return { ...(!languages && { total: { text: t('health.items', { count: total }), href: board } }), kinds, items: [] };
}

/** What waits of the person's own items. */
async function listWaiting(
  store: DocumentStore,
  actor: Actor,
  request: WorkRequest,
): Promise<Pick<Work, 'kinds' | 'items'>> {
  if (actor.kind !== 'person') return { kinds: [], items: [] };
  const { config, locale } = request;
  const t = createItemsTranslator(locale);
  const { cards } = await listItemCards(store, actor, {
    place: 'shown',
    authorId: actor.id,
    work: {},
    sort: 'work',
    language: locale,
    limit: SHOWN,
  });
  const items = cards.flatMap((card) => {
    const [first] = config.locales
      .flatMap(({ code }) => ownIssues(card, code))
      .sort((one, other) => other.urgency - one.urgency);
    if (!first) return [];
    return [toItem(request, card, t(`health.issues.${first.kind}`, { count: first.count }))];
  });
  return { kinds: [], items };
}

/** What the author of an item can do about a language: one that waits for review is for others to publish. Reviews have a list of their own. */
function ownIssues(card: ItemCard, language: Locale): CardIssue[] {
  const own = card.languages[language];
  const issues = issuesOf(card, language).filter(({ kind }) => !isAboutReview(kind));
  return own && isInReview(own) ? issues.filter(({ kind }) => !PUBLISHING.includes(kind)) : issues;
}

function toItem({ config, locale, pathTo }: WorkRequest, card: ItemCard, about: string): WorkItem {
  const { title, titleLanguage } = nameItem(config, locale, card);
  return { id: card.id, title, language: titleLanguage, href: pathTo(`/admin/items/${card.type}/${card.id}`), about };
}

/** The next scheduled action of an item. */
function toScheduled(request: WorkRequest, card: ItemCard): WorkItem[] {
  const t = createItemsTranslator(request.locale);
  const planned = Object.values(card.languages).flatMap(({ schedule }) =>
    (['publish', 'unpublish'] as const).flatMap((action) => {
      const at = schedule?.[`${action}At`];
      return at === undefined ? [] : [{ at, action }];
    }),
  );
  const [next] = planned.sort((a, b) => a.at - b.at);
  if (!next) return [];
  return [{ ...toItem(request, card, t(`schedule.${next.action}`)), moment: momentOf(request.locale, next.at) }];
}

function momentOf(locale: Locale, at: number) {
  return { at: new Date(at).toISOString(), when: formatMoment(locale, at) };
}
