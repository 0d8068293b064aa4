import { type Locale, labelInSentence, localeDefinition } from '#core/locales/locale.ts';
import type { ContactNow } from '#core/public-content/open-state.ts';
import type { PublishedItem } from '#core/public-content/published-content.ts';
import { readSiteContact } from '#core/public-content/published-site.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import { hasSections, type SectionKind } from '#core/site/section-blocks.ts';
import { typesToRead } from '#core/site/topic-type.ts';
import { drawingOf, type IconData } from '../../context/context.ts';
import { type CardData, cardsData, tagLinks } from '../cards/card-data.ts';
import type { PageRequest } from '../page-request.ts';
import type { CoverData } from '../pictures/picture-data.ts';
import type { PreparedText } from '../rich-text/rich-text-view.tsx';
import type { SiteBlockProps } from '../rich-text/site-block-views.ts';
import { type Question, readQuestions } from './read-questions.ts';

/** Cards and questions of a section that does not say how many. */
const CARDS = 3;
const QUESTIONS = 5;

export interface Action {
  label: string;
  href: string;
}

interface Worded {
  heading: string;
  text: string;
}

/** What a section of a page shows. */
export type SectionData = Worded &
  (
    | { kind: 'hero'; picture?: CoverData; actions: Action[] }
    | { kind: 'cards'; icon?: IconData; more?: Action; cards: CardData[] }
    | { kind: 'questions'; more?: Action; questions: Omit<Question, 'plainAnswer'>[] }
    /** `details`: shown beside the words, in place of a band. */
    | { kind: 'action'; phone?: string; actions: Action[]; details?: ContactNow }
  );

/** What the sections of a page need to know of it. */
export interface SectionedPage {
  itemId: string;
  title: string;
  summary: string;
  picture?: CoverData;
  /** A page of the site at an address that every site has, if it is public. */
  fixedPage(services: PageRequest['services'], locale: Locale, slug: string): Promise<PublishedItem | undefined>;
}

interface Reading {
  request: PageRequest;
  page: SectionedPage;
}

type ReadSection = (
  reading: Reading,
  block: SiteBlockProps,
) => Promise<SectionData | undefined> | SectionData | undefined;

/**
 * The text with what its sections show in `attrs.section`, without those that have nothing to show, and without the empty lines that
 * an editor needs between them.
 */
export async function readSections(reading: Reading, { doc }: PreparedText): Promise<PreparedText> {
  if (!hasSections(reading.request.services.config, doc)) return { doc };
  const isEmptyLine = ({ type, content = [] }: RichTextNode) => type === 'paragraph' && content.length === 0;
  const content = doc.content.filter((node) => !isEmptyLine(node)).map((node) => withSection(reading, node));
  return { doc: { ...doc, content: (await Promise.all(content)).flat() } };
}

async function withSection(reading: Reading, node: RichTextNode): Promise<RichTextNode[]> {
  const kind = String(node.attrs?.kind);
  const definition = reading.request.services.config.blocks?.find(({ key }) => key === kind);
  if (node.type !== 'siteBlock' || !definition?.isSection) return [node];
  const section = await READERS[kind as SectionKind](reading, node.attrs?.block as SiteBlockProps);
  return section ? [{ type: 'siteBlock', attrs: { section } }] : [];
}

const READERS: { readonly [kind in SectionKind]: ReadSection } = {
  hero: ({ page }, block) => ({
    kind: 'hero',
    ...wordsOf(block, page.title, page.summary),
    ...pictureOf(block.pictures.picture ?? page.picture),
    actions: actionsOf(block),
  }),
  newest: readNewest,
  chosen: (_, block) => {
    const cards = block.cards.items ?? [];
    return cards.length > 0 ? { kind: 'cards', ...wordsOf(block), cards } : undefined;
  },
  'child-pages': readChildren,
  questions: readQuestionSection,
  contact: readContact,
  'call-to-action': (_, block) => {
    const section = { kind: 'action' as const, ...wordsOf(block), actions: actionsOf(block) };
    return section.heading || section.text || section.actions.length > 0 ? section : undefined;
  },
};

async function readNewest({ request }: Reading, { contents }: SiteBlockProps) {
  const { services, locale, t } = request;
  const { config, content, icon } = services;
  const count = Math.floor(Number(contents.count ?? CARDS));
  const topic = contents.topic === undefined ? undefined : String(contents.topic);
  const filter = topic !== undefined && { filter: { name: 'tag', value: topic } };
  const types = typesToRead(config).filter(({ key }) => contents.type === undefined || key === contents.type);
  const lists = await Promise.all(
    types.map(({ key }) => content.list(locale, key, { page: 1, pageSize: count, ...filter })),
  );
  const found = lists.flatMap(({ cards }) => cards);
  if (found.length === 0) return undefined;
  if (lists.length > 1) found.sort((a, b) => b.firstPublishedAt - a.firstPublishedAt);
  const cards = await cardsData(services, locale, found.slice(0, count));
  const [type] = types;
  const [link] = topic === undefined || !type ? [] : await tagLinks(services, locale, type.key, [topic]);
  const { language } = localeDefinition(config, locale);
  const all = (label: string) => t('home.all', { type: labelInSentence(label, language) });
  if (contents.type === undefined || !type) {
    return {
      kind: 'cards' as const,
      ...wordsOf({ contents }, link?.label ?? t('home.newest')),
      ...(link?.topicHref !== undefined && { more: { label: all(link.label), href: link.topicHref } }),
      cards,
    };
  }
  const label = type.labels.plural[locale] ?? type.key;
  const typeIcon = (await content.icons()).types[type.key] ?? icon(type.icon);
  return {
    kind: 'cards' as const,
    ...wordsOf({ contents }, link ? `${label}: ${link.label}` : label, link ? '' : type.descriptions?.[locale]),
    ...(typeIcon && { icon: drawingOf(typeIcon) }),
    more: {
      label: all(label),
      href: link?.href ?? listingPath(config, locale, type.key),
    },
    cards,
  };
}

async function readChildren({ request: { services, locale, t }, page }: Reading, block: SiteBlockProps) {
  const below = await services.content.below(locale, page.itemId);
  const cards = await services.content.cards(
    locale,
    below.map(({ itemId }) => itemId),
  );
  if (cards.length === 0) return undefined;
  const shown = await cardsData(services, locale, cards);
  return { kind: 'cards' as const, ...wordsOf(block, t('pages.below')), cards: shown };
}

async function readQuestionSection(reading: Reading, { contents }: SiteBlockProps) {
  const { services, locale, t } = reading.request;
  const [groups, page] = await Promise.all([readQuestions(services, locale), teaserOf(reading, 'faq')]);
  const questions = groups
    .filter(({ value }) => contents.group === undefined || value === contents.group)
    .flatMap((group) => group.questions)
    .slice(0, Math.floor(Number(contents.count ?? QUESTIONS)))
    .map(({ plainAnswer: _, ...question }) => question);
  if (questions.length === 0) return undefined;
  return {
    kind: 'questions' as const,
    ...wordsOf({ contents }, page?.heading ?? t('home.questions'), page?.text),
    ...(page && { more: { label: t('home.allQuestions'), href: page.href } }),
    questions,
  };
}

async function readContact(reading: Reading, { contents }: SiteBlockProps): Promise<SectionData | undefined> {
  const { services, locale, t } = reading.request;
  const page = await teaserOf(reading, 'contact');
  const details = await readSiteContact(services.content, locale, page?.item.publication.fields ?? {});
  const words = wordsOf({ contents }, page?.heading, page?.text);
  if (words.heading === '') return undefined;
  return {
    kind: 'action',
    ...words,
    actions: page ? [{ label: t('home.contactAction'), href: page.href }] : [],
    ...(contents.details === true ? { details } : details.phone && { phone: details.phone }),
  };
}

/** What leads to a page that every site has. */
async function teaserOf({ request: { services, locale }, page }: Reading, slug: string) {
  const item = await page.fixedPage(services, locale, slug);
  if (!item) return undefined;
  const { title, summary } = item.publication;
  return { item, heading: title, text: summary, href: itemPath(services.config, locale, item.publication) };
}

function wordsOf({ contents }: Pick<SiteBlockProps, 'contents'>, heading = '', text = ''): Worded {
  return { heading: String(contents.heading ?? heading), text: String(contents.text ?? text) };
}

/** The buttons that have a label and lead somewhere. */
function actionsOf({ contents, links }: SiteBlockProps): Action[] {
  return ['first', 'second'].flatMap((name) => {
    const [label, href] = [contents[`${name}Label`], links[`${name}Link`]];
    return label !== undefined && href !== undefined ? [{ label: String(label), href }] : [];
  });
}

function pictureOf(picture: CoverData | undefined): { picture?: CoverData } {
  return picture ? { picture } : {};
}
