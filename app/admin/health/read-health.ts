import type { LoaderFunctionArgs } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { ISSUE_KINDS, type IssueKind, isAboutReview, issuesOf } from '#core/content/card-issues.ts';
import { items } from '#core/content/collections.ts';
import { fieldLinks } from '#core/content/content-links.ts';
import type { Item, Review } from '#core/content/item.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocuments, readDocuments } from '#core/documents/typed-documents.ts';
import { unitFragment } from '#core/drafts/unit-fragment.ts';
import type { LinkJudge } from '#core/item-cards/create-item-card.ts';
import { issueUnit } from '#core/item-cards/issue-place.ts';
import { type CardSearch, countItemCards, listItemCards } from '#core/item-cards/list-item-cards.ts';
import { createLinkJudge, judgedBy } from '#core/item-cards/stage-item.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { fieldLink } from '#core/rich-text/link-target.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { type AccountRequest, readAccountRequest } from '../../account/account-request.ts';
import { pageServices } from '../../context/context.ts';
import { languageLabel, languageName } from '../../i18n/language-name.ts';
import { type DescribedLink, describeLinks } from '../editor/links/describe-links.ts';
import { readFileWork } from '../files/read-file-work.ts';
import { createItemsTranslator, readHealthMessages } from '../items/actions/read-items-messages.ts';
import { nameItem } from '../items/item-name.ts';
import { createPublishingTranslator } from '../managed-item/read-managed-item.ts';
import { fieldLabel } from '../publishing/check-sentence.ts';
import { refuseForbidden, requirePermission } from '../require-permission.ts';

/** The filters of the board, as in the page's address; an empty field does not filter. */
interface HealthQuery {
  language: string;
  type: string;
  kind: IssueKind | '';
}

/** Items per page. Source: Meki's own. */
const PAGE_SIZE = 25;

/** Parts that a line names. Source: Meki's own. */
const MOST_NAMED = 5;

/** Loads pending work on the site, most urgent first; 403 without the right to read drafts. */
export async function readHealth(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'draft.read');
  const { config } = args.context.get(pageServices);
  return refuseForbidden(request, actor, () => readBoard({ ...request, config }, actor));
}

type BoardRequest = AccountRequest & { config: SiteConfig };

async function readBoard(request: BoardRequest, actor: Actor) {
  const { config, store, locale, pathTo, url } = request;
  const languages = config.locales.map(({ code }) => code);
  const types = config.contentTypes.map(({ key }) => key);
  const query = readHealthQuery(url.searchParams, { languages, types });
  const after = url.searchParams.get('after') ?? '';
  const search = toHealthSearch(query, locale);
  const countOf = (wanted: HealthQuery) => countItemCards(store, actor, toHealthSearch(wanted, locale));
  const [files, page, total, ...counts] = await Promise.all([
    query.type === ''
      ? readFileWork(store, actor, request, {
          ...(query.kind && { kinds: [query.kind] }),
          ...(query.language && { languages: [query.language] }),
        })
      : [],
    listItemCards(store, actor, { ...search, ...(after && { after }), limit: PAGE_SIZE }),
    countOf(query),
    ...ISSUE_KINDS.map((kind) => countOf({ ...query, kind })),
  ]);
  const { language: inLanguage } = localeDefinition(config, locale);
  const path = pathTo('/admin/health');
  const t = createItemsTranslator(locale);
  return {
    messages: readHealthMessages(locale),
    title: t('health.title'),
    query,
    path,
    total,
    counts: ISSUE_KINDS.map((kind, index) => ({
      kind,
      count: counts[index] ?? 0,
      href: healthAddress(path, { ...query, kind: query.kind === kind ? '' : kind }),
    })),
    files,
    rows: await toRows(request, actor, query, page.cards),
    languages: config.locales.map(({ code, language }) => ({ code, name: languageLabel(inLanguage, language) })),
    types: config.contentTypes.map(({ key, labels }) => ({ key, label: labels.plural[locale] ?? key })),
    ...(healthAddress(path, query) !== path && { clearHref: path }),
    ...(after && { firstHref: healthAddress(path, query) }),
    ...(page.next !== undefined && { nextHref: healthAddress(path, query, page.next) }),
  };
}

/** The issues of each item, with links to the affected units. */
async function toRows(request: BoardRequest, actor: Actor, query: HealthQuery, cards: ItemCard[]) {
  const { config, store, locale, pathTo } = request;
  const t = createItemsTranslator(locale);
  const { language: inLanguage } = localeDefinition(config, locale);
  const items = await readItems(store, cards);
  const judge = await readJudge(store, config, cards);
  const unseen = await readUnseenLinks(request, actor, [...items.values()]);
  return cards.map((card) => {
    const { title, titleLanguage } = nameItem(config, locale, card);
    const href = pathTo(`/admin/items/${card.type}/${card.id}`);
    const type = config.contentTypes.find(({ key }) => key === card.type);
    const languages = config.locales.filter(({ code }) => query.language === '' || query.language === code);
    return {
      id: card.id,
      title,
      titleLanguage,
      href,
      type: type?.labels.singular[locale] ?? card.type,
      languages: languages.flatMap(({ code, language }) => {
        const issues = issuesOf(card, code).filter(({ kind }) => query.kind === '' || kind === query.kind);
        if (issues.length === 0) return [];
        const name = languageName(inLanguage, language);
        return [
          {
            code,
            name,
            issues: issues.map(({ kind, count, urgency }) => {
              const item = items.get(card.id);
              const unshown = kind === 'not-shown' ? (item?.languages[code]?.unshown ?? []) : [];
              const text =
                describeReviewIssue(kind, card.languages[code]?.review, locale) ??
                describeUnshown(unshown, type, { locale, inLanguage }) ??
                describeUnseen(
                  unseen.get(card.id) ?? [],
                  { kind, code },
                  { locale, inLanguage, count: config.locales.length },
                ) ??
                t(`health.issues.${kind}`, { count });
              const unit = item && issueUnit(config, item, { language: code, kind }, judge);
              return {
                kind,
                text,
                urgency,
                label: t('health.go', { title, language: name, issue: text }),
                href: `${href}?${new URLSearchParams({ language: code })}${unit ? unitFragment(unit) : ''}`,
              };
            }),
          },
        ];
      }),
    };
  });
}

/** Says who asked for a review, or sent it back; `undefined` for other issues. */
function describeReviewIssue(kind: IssueKind, review: Review | undefined, locale: Locale): string | undefined {
  if (!review || !isAboutReview(kind)) return undefined;
  const { askedBy, reviewer, sentBack } = review;
  const what = sentBack ? 'sent-back' : reviewer ? 'asked-of' : 'asked';
  const values = { name: sentBack?.by.name ?? askedBy.name, reviewer: reviewer?.name ?? '' };
  return createItemsTranslator(locale)(`health.reviews.${what}`, values);
}

/** Names the parts that pages leave out; `undefined` if there are none, or too many for a line. */
function describeUnshown(
  parts: readonly string[],
  type: ContentType | undefined,
  { locale, inLanguage }: { locale: Locale; inLanguage: string },
): string | undefined {
  if (!type || parts.length === 0 || parts.length > MOST_NAMED) return undefined;
  const t = createItemsTranslator(locale);
  const publishing = createPublishingTranslator(locale);
  const names = parts.map((part) =>
    part === 'entry'
      ? t('health.unshown.entry')
      : t('health.unshown.part', { name: fieldLabel(type, part, locale, publishing) }),
  );
  const list = new Intl.ListFormat(inLanguage, { type: 'conjunction' }).format(names);
  return t('health.unshown.parts', { parts: list, count: parts.length });
}

/** What the links in the fields of items about the site lead to, by item. */
async function readUnseenLinks(
  { config, store, locale }: BoardRequest,
  actor: Actor,
  found: Item[],
): Promise<Map<string, DescribedLink[]>> {
  const described = await Promise.all(
    found.map(async ({ id, type: key, fields }): Promise<[string, DescribedLink[]]> => {
      const type = config.contentTypes.find((one) => one.key === key && one.appearsAs === 'site');
      const values = [
        ...new Set(
          fieldLinks(type, [fields]).flatMap(({ link }) => ('key' in link ? fieldLink(link.to, link.key) : [])),
        ),
      ];
      return [id, await describeLinks({ config, store }, actor, { values, language: locale })];
    }),
  );
  return new Map(described);
}

/** Names the entries of menus that readers of a language do not see; `undefined` if there are none, or too many for a line. */
function describeUnseen(
  links: readonly DescribedLink[],
  { kind, code }: { kind: IssueKind; code: Locale },
  { locale, inLanguage, count }: { locale: Locale; inLanguage: string; count: number },
): string | undefined {
  if (kind !== 'broken-links' && kind !== 'foreign-links') return undefined;
  const unseen = links.filter(({ isGone, missingIn }) => {
    const isNowhere = isGone === true || missingIn.length === count;
    return kind === 'broken-links' ? isNowhere : !isNowhere && missingIn.includes(code);
  });
  if (unseen.length === 0 || unseen.length > MOST_NAMED) return undefined;
  const t = createItemsTranslator(locale);
  const names = unseen.map(({ title }) => t('health.unshown.part', { name: title }));
  const list = new Intl.ListFormat(inLanguage, { type: 'conjunction' }).format(names);
  return t('health.unshown.entries', { entries: list, count: unseen.length });
}

async function readItems(store: DocumentStore, cards: ItemCard[]): Promise<Map<string, Item>> {
  const documents = await getDocuments(
    store,
    cards.map(({ id }) => items.at(id)),
  );
  return new Map(documents.flatMap((document) => (document ? [[document.data.id, document.data]] : [])));
}

/** Loads the link states of the page's items with broken links. */
async function readJudge(store: DocumentStore, config: SiteConfig, cards: ItemCard[]): Promise<LinkJudge> {
  const wrong = cards.filter(({ health }) => health.brokenLinks + health.foreignLinks > 0);
  const targets = judgedBy(config, new Set(wrong.flatMap(({ linksTo }) => linksTo)));
  return createLinkJudge(config, await readDocuments(store, targets));
}

export type HealthData = Awaited<ReturnType<typeof readHealth>>;

/** Parses the filters in an address. Unknown values are ignored. */
function readHealthQuery(
  params: URLSearchParams,
  site: { languages: readonly string[]; types: readonly string[] },
): HealthQuery {
  return {
    language: site.languages.find((code) => code === params.get('language')) ?? '',
    type: site.types.find((key) => key === params.get('type')) ?? '',
    kind: ISSUE_KINDS.find((kind) => kind === params.get('kind')) ?? '',
  };
}

/** The address of the board with filters; empty ones are left out. */
function healthAddress(path: string, query: HealthQuery, after = ''): string {
  const filled = Object.entries({ ...query, after }).filter(([, value]) => value !== '');
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`;
}

function toHealthSearch({ language, type, kind }: HealthQuery, locale: string): Omit<CardSearch, 'after' | 'limit'> {
  return {
    ...(type !== '' && { types: [type] }),
    place: 'shown',
    sort: 'work',
    work: { ...(language !== '' && { language }), ...(kind !== '' && { kind }) },
    language: locale,
  };
}
