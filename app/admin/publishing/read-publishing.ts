import type { LoaderFunctionArgs } from 'react-router';
import { may } from '#core/access/policy.ts';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { type PlacedPages, readPlacedPages } from '#core/addresses/page-places.ts';
import { isInReview } from '#core/content/card-issues.ts';
import { itemCards } from '#core/content/collections.ts';
import { type Item, type ItemLanguage, type LanguageState, plannedAction, type Review } from '#core/content/item.ts';
import { ownLanguages } from '#core/content/own-contents.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { canBeReviewed } from '#core/items/review-item.ts';
import { readRevision } from '#core/items/revisions.ts';
import { TRASH_DAYS } from '#core/items/trash-item.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { listPreviews, PREVIEW_DAYS } from '#core/previews/previews.ts';
import { wasPublished } from '#core/publishing/change-item.ts';
import { checkItem } from '#core/publishing/check-item.ts';
import { itemPath } from '#core/site/content-paths.ts';
import { localeSet } from '#site-config';
import { formatMoment, teamTimeZone } from '../../ui/kit/format-moment.ts';
import { describeReview, type ReviewDescription } from '../managed-item/describe-review.ts';
import {
  itemPaths,
  languagesOf,
  type ManagedItem,
  phraseOf,
  readItemBar,
  readManagedItem,
  readPublishingMessages,
} from '../managed-item/read-managed-item.ts';
import { clockTime, existsTwice, zoneName } from '../site-clock.ts';
import { lifeStamp } from './change-life.ts';
import { type DescribedCheck, describeChecks, readNamedItems } from './check-sentence.ts';
import { PUBLISHING_NOTICES } from './publishing-answer.ts';

const HOUR = 3_600_000;

/** One language of the item with its publication state. */
export interface PublishableLanguage {
  code: Locale;
  /** BCP 47. */
  tag: string;
  /** In the page's language. */
  name: string;
  state: LanguageState | 'missing';
  isPublic: boolean;
  publishedSlug?: string;
  /** Sentences: when it was published, and what is scheduled. */
  facts: string[];
  publicHref?: string;
  scheduled: ('publish' | 'unpublish')[];
  failure?: string;
  /** The request for review, if there is one. */
  review?: LanguageReview;
  checks: DescribedCheck[];
}

interface LanguageReview extends ReviewDescription {
  /** Whether it waits for an answer, and the person asked for it. */
  canWithdraw: boolean;
}

export interface PreviewLink {
  id: string;
  sentence: string;
  created: string;
  /** Why it no longer works, if so. */
  ended?: string;
}

/** The data of the publish panel. */
export type PublishingData = Awaited<ReturnType<typeof readPublishing>>;

/** Loads the publication state of an item and the possible actions; 403 without the right to read drafts. */
export async function readPublishing(args: LoaderFunctionArgs) {
  const managed = await readManagedItem(args);
  const { request, actor, item, type, heading, t, dependencies } = managed;
  const { locale, url, store, findActor } = request;
  const authorId = item.authorId ?? '';
  const isTrashed = item.trashedAt !== undefined;
  const own = ownLanguages(dependencies.config, item);
  const target = { id: item.id, languages: own, settled: managed };
  const checks = (!isTrashed && (await checkItem(dependencies, actor, target))) || [];
  const paths = itemPaths(request, item);
  const named = await readNamedItems(managed, checks);
  const told = describeChecks(checks, { t, locale, type, editorHref: paths.editor, named });
  const notice = PUBLISHING_NOTICES.find((name) => name === url.searchParams.get('notice'));
  const shareable = isTrashed ? [] : own.filter((language) => may(actor, 'preview.share', { authorId, language }));
  const previews = isTrashed
    ? []
    : await listPreviews({ store, config: dependencies.config, findActor }, actor, item.id);
  const now = Date.now();
  const nextHour = Math.ceil((now + HOUR) / HOUR) * HOUR;
  const mayAsk = (language: Locale) => !isTrashed && may(actor, 'review.ask', { authorId, language });
  const reviewable = languagesOf(item, locale).filter(({ code }) => mayAsk(code) && canBeReviewed(item, code));
  return {
    messages: readPublishingMessages(
      locale,
      'tabs',
      'states',
      'language',
      'publish',
      'review',
      'schedule',
      'ask',
      'share',
      'more',
      'page',
      'talk',
    ),
    title: t('page.title', { title: heading }),
    heading,
    cardPath: itemCards.at(item.id).path,
    typeLabel: type.labels.singular[locale] ?? type.key,
    bar: readItemBar(request, actor, managed),
    paths,
    ...(notice && { notice: t(`notices.${notice}`, { days: TRASH_DAYS }) }),
    ...(isTrashed && { trashed: t('trashed', { when: formatMoment(locale, item.trashedAt ?? 0) }) }),
    /** Lets an action know which state the page has shown. */
    seen: { stamp: lifeStamp(item), at: String(now) },
    languages: await Promise.all(
      languagesOf(item, locale).map(async (language) => ({
        ...language,
        ...(await standing(managed, language.code)),
        checks: told.filter((check) => check.language === language.code),
      })),
    ),
    may: {
      publish: !isTrashed && may(actor, 'item.publish'),
      unpublish: !isTrashed && may(actor, 'item.unpublish'),
      schedule: !isTrashed && may(actor, 'item.schedule'),
      archive: !isTrashed && may(actor, 'item.archive'),
      sendBack: !isTrashed && may(actor, 'review.send-back'),
      untrash: isTrashed && may(actor, 'item.trash', { authorId, wasPublished: wasPublished(item) }),
    },
    isTrashed,
    shareable: languagesOf(item, locale).filter(({ code }) => shareable.includes(code)),
    /** The languages whose review the person may ask for now. */
    reviewable,
    /** Who may be chosen for it; empty if nobody can be asked now. */
    reviewers: reviewable.length > 0 ? await listReviewers(request) : [],
    lastReviewer: lastReviewer(reviewable.map(({ code }) => item.languages[code]?.review)),
    noteLimit: CONTENT_LIMITS.reviewNote,
    previews: previews.map(({ id, languages, by, createdAt, expiresAt, works }): PreviewLink => {
      const created = formatMoment(locale, createdAt);
      const values = { languages: phraseOf(locale, languages), name: by.name, created };
      const sentence = t('share.entry', { ...values, expires: formatMoment(locale, expiresAt) });
      return { id, created, sentence, ...(!works && { ended: t('share.ended', { name: by.name }) }) };
    }),
    days: PREVIEW_DAYS,
    clock: {
      zone: teamTimeZone(),
      zoneName: zoneName(languageOf(locale), teamTimeZone(), nextHour),
      ...clockTime(nextHour, teamTimeZone()),
    },
  };
}

/** The account that answered the latest of these reviews, or was asked then; empty if it was nobody in particular. */
function lastReviewer(reviews: readonly (Review | undefined)[]): string {
  const [latest] = reviews.flatMap((review) => review ?? []).sort((a, b) => b.askedAt - a.askedAt);
  return latest?.sentBack?.by.id ?? latest?.reviewer?.id ?? '';
}

/** The people to choose from, by name; without accounts, nobody can be chosen. */
async function listReviewers({
  reviewMails,
  locale,
}: ManagedItem['request']): Promise<{ value: string; label: string }[]> {
  try {
    const people = await reviewMails.listReviewers();
    const { compare } = new Intl.Collator(languageOf(locale));
    return people.map(({ id, name }) => ({ value: id, label: name })).sort((a, b) => compare(a.label, b.label));
  } catch (error) {
    if (!(error instanceof IdentityUnavailable)) throw error;
    return [];
  }
}

async function standing(
  { actor, item, type, request, services, t }: ManagedItem,
  code: Locale,
): Promise<Omit<PublishableLanguage, 'code' | 'tag' | 'name' | 'checks'>> {
  const { locale, store } = request;
  const own = item.languages[code];
  if (!own) return { state: 'missing', isPublic: false, facts: [t('language.missing')], scheduled: [] };
  const isPublic = own.publishedSlug !== undefined;
  const isPage = type.appearsAs === 'page' && isPublic;
  const pages = isPage ? await readPlacedPages(store, item.type, [item.id]) : undefined;
  const revision = isPublic
    ? await readRevision(store, actor, { itemId: item.id, language: code, revision: own.revision })
    : undefined;
  return {
    state: own.state,
    isPublic,
    ...(own.publishedSlug !== undefined && { publishedSlug: own.publishedSlug }),
    facts: [...publicFacts(own, locale, t, revision?.by?.name), ...scheduleFacts(own, locale, t)],
    ...(isPublic && { publicHref: publicHref(services.config, code, item, own, pages) }),
    scheduled: (['publish', 'unpublish'] as const).filter((action) => own.schedule?.[`${action}At`] !== undefined),
    ...(own.review && {
      review: {
        ...describeReview(own.review, { locale, t, revisions: itemPaths(request, item).revisions }),
        canWithdraw: isInReview(own) && may(actor, 'review.withdraw', { accountId: own.review.askedBy.id }),
      },
    }),
    ...(own.schedule?.failed && { failure: failureSentence(own.schedule.failed, locale, t) }),
  };
}

type Translate = ManagedItem['t'];

function publicFacts(own: ItemLanguage, locale: Locale, t: Translate, name: string | undefined): string[] {
  if (own.publishedSlug === undefined || own.publishedAt === undefined) return [];
  const { publishedAt, firstPublishedAt = publishedAt } = own;
  const since = formatMoment(locale, firstPublishedAt);
  const when = formatMoment(locale, publishedAt);
  if (firstPublishedAt === publishedAt) {
    return [name === undefined ? t('language.public', { when }) : t('language.publicBy', { when, name })];
  }
  return [
    t('language.public', { when: since }),
    name === undefined ? t('language.latest', { when }) : t('language.latestBy', { when, name }),
  ];
}

function scheduleFacts({ schedule }: ItemLanguage, locale: Locale, t: Translate): string[] {
  return (['publish', 'unpublish'] as const).flatMap((action) => {
    const planned = plannedAction(schedule, action);
    if (!planned) return [];
    return [t(`language.${action}At`, { when: formatScheduled(locale, planned.at), name: planned.by?.name ?? '' })];
  });
}

function failureSentence(
  { action, at, reason }: NonNullable<NonNullable<ItemLanguage['schedule']>['failed']>,
  locale: Locale,
  t: Translate,
): string {
  return t(`language.failed.${action}.${reason}`, { when: formatScheduled(locale, at) });
}

/** With the name of the time zone if clocks show that time twice. */
function formatScheduled(locale: Locale, at: number): string {
  const when = formatMoment(locale, at);
  return existsTwice(at, teamTimeZone()) ? `${when} (${zoneName(languageOf(locale), teamTimeZone(), at)})` : when;
}

function languageOf(locale: Locale): string {
  return localeDefinition(localeSet, locale).language;
}

function publicHref(
  config: ManagedItem['services']['config'],
  code: Locale,
  { id, type }: Item,
  { publishedSlug = '' }: ItemLanguage,
  pages: PlacedPages | undefined,
): string {
  return itemPath(config, code, { itemId: id, type, slug: publishedSlug, above: pages?.above(id, code) });
}
