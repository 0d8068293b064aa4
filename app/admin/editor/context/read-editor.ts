import { data, type LoaderFunctionArgs } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { readPlacedPages } from '#core/addresses/page-places.ts';
import { itemCards, items } from '#core/content/collections.ts';
import { type FieldValues, type Item, type LanguageState, PURGING } from '#core/content/item.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { readTopics } from '#core/item-cards/read-topics.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { type ToldLimits, toldLimits } from '#core/media/media-limits.ts';
import { readContactDetails } from '#core/public-content/published-site.ts';
import { wasPublished } from '#core/publishing/change-item.ts';
import { nodeText, type RichTextNode } from '#core/rich-text/rich-text.ts';
import { type Addressed, itemPath } from '#core/site/content-paths.ts';
import { blocksFor } from '#core/site/section-blocks.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { SITE_IDENTITY } from '#core/site/site-types.ts';
import { SITE_WORDS, wordsOfFile } from '#core/site/site-words.ts';
import { topicType } from '#core/site/topic-type.ts';
import type { SiteBlockField } from '#core/site-blocks/site-block.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { drawingOf, type IconData, type PageServices, pageServices } from '../../../context/context.ts';
import { formatHours } from '../../../i18n/format-hours.ts';
import { languageName } from '../../../i18n/language-name.ts';
import { createServerTranslator } from '../../../i18n/server-messages.ts';
import { findPage } from '../../../site/page/read-page.ts';
import { prepareText } from '../../../site/rich-text/prepare-text.ts';
import type { PreparedText } from '../../../site/rich-text/rich-text-view.tsx';
import { type PresentSections, presentSections } from '../../../site/sections/present-sections.ts';
import { type ReviewedLanguage, reviewedLanguages } from '../../managed-item/describe-review.ts';
import { type ItemBar, readItemBar } from '../../managed-item/read-managed-item.ts';
import { requireDraftReader } from '../../require-permission.ts';
import { createEditorTranslator, readEditorMessages } from './read-editor-messages.ts';

/** The id of the home page. */
const HOME = 'home';

/** One language of the item on the page. */
export interface EditedLanguage {
  code: Locale;
  /** BCP 47. */
  tag: string;
  direction: 'ltr' | 'rtl';
  /** In the page's language. */
  name: string;
  state: LanguageState | 'missing';
  canEdit: boolean;
  publishedSlug?: string;
  /** The address in this language up to the slug: `example.org/en/studies/`. */
  addressStart: string;
  /** Whether the slug follows: not in the address of the home page. */
  hasSlugInAddress: boolean;
  /** The last snapshot; missing for a language without text. */
  saved?: { title: string; summary: string; coverAlt: string; author: string; text: PreparedText };
}

/** The loaded data of an item's page. */
export interface EditorData {
  messages: ReturnType<typeof readEditorMessages>;
  title: string;
  item: { id: string; type: string; sourceLanguage: Locale; isTrashed: boolean };
  /** Where the card of the item is stored. */
  cardPath: DocumentPath;
  type: ContentType;
  /** What the bar of the item's pages needs. */
  bar: ItemBar;
  /** The source first. */
  languages: EditedLanguage[];
  canEditShared: boolean;
  /** The last snapshot of the shared part; `cover` is the media file. */
  shared: { author?: string; cover?: string };
  canUpload: boolean;
  /** What tells of the reviews of its languages. */
  reviewed: { [code: Locale]: ReviewedLanguage };
  /** The most that the person may do with the item's publication. */
  offer: 'publish' | 'review' | 'see' | 'untrash' | 'nothing';
  tags: { value: string; label: string }[];
  canCreateTopic: boolean;
  /** What stands for a field about the site while it is empty, by its key and a language, or `''` for all languages. */
  inherited: { [key: string]: { [language: Locale]: string } };
  /** The blocks of the site that its text may have, with their names in the page's language. */
  blocks: { key: string; label: string; icon?: IconData; fields: SiteBlockField[]; isSection: boolean }[];
  /** The sections that the home page has around its text while it has none of its own, by language; missing elsewhere. */
  presentSections?: { [language: Locale]: PresentSections };
  user: { id: string; name: string };
  /** Of uploads. */
  limits: ToldLimits;
  /** Resource routes that the editor uses, and the page to sign in. */
  paths: { [name in 'links' | 'slugs' | 'topics' | 'pictures' | 'files' | 'words' | 'namedFiles' | 'signIn']: string };
}

/** Loads an item for editing; 403 without the right to read drafts, 404 if there is no such item of the type. */
export async function readEditor(args: LoaderFunctionArgs): Promise<EditorData> {
  const request = readAccountRequest(args);
  const services = args.context.get(pageServices);
  const { config } = services;
  const { current, actor } = await requireDraftReader(request, config, args.params.id ?? '');
  const { locale, pathTo, store } = request;
  const type = config.contentTypes.find(({ key }) => key === args.params.type);
  const item = type && (await findItem(store, args.params.id ?? ''));
  if (!type || item?.type !== type.key) throw data(null, { status: 404, statusText: 'Not Found' });

  const isTrashed = item.trashedAt !== undefined;
  const canEdit = (language?: Locale) =>
    !isTrashed && may(actor, 'item.edit', { authorId: item.authorId ?? '', ...(language && { language }) });
  const codes = config.locales
    .map(({ code }) => code)
    .sort((a, b) => Number(b === item.sourceLanguage) - Number(a === item.sourceLanguage));
  const t = createEditorTranslator(locale);
  const pages = type.appearsAs === 'page' ? await readPlacedPages(store, type.key, [item.id]) : undefined;
  return {
    messages: readEditorMessages(locale),
    title: titleOf(item, locale) || t('page.untitled'),
    item: { id: item.id, type: item.type, sourceLanguage: item.sourceLanguage, isTrashed },
    cardPath: itemCards.at(item.id).path,
    type,
    bar: readItemBar(request, actor, { item, type }),
    languages: await Promise.all(
      codes.map((code) =>
        readEditedLanguage(services, item, locale, {
          code,
          canEdit: canEdit(code),
          above: pages?.above(item.id, code),
        }),
      ),
    ),
    canEditShared: canEdit(),
    shared: {
      ...(item.author !== undefined && { author: item.author }),
      ...(item.cover && { cover: item.cover.media }),
    },
    canUpload: may(actor, 'media.upload'),
    reviewed: reviewedLanguages(item.languages),
    offer: offerFor(actor, item, codes),
    tags: Object.entries(await readTopics(store, config)).map(([value, labels]) => ({
      value,
      label: labels[locale] ?? value,
    })),
    canCreateTopic: topicType(config) !== undefined && may(actor, 'item.create'),
    inherited: type.appearsAs === 'site' ? await readInherited(services, type, locale) : {},
    blocks: blocksFor(config, type).map(({ key, labels, icon, fields, isSection = false }) => {
      const drawing = services.icon(icon);
      return { key, label: labels[locale] ?? key, fields, isSection, ...(drawing && { icon: drawingOf(drawing) }) };
    }),
    ...(item.id === HOME && type.appearsAs === 'page' && { presentSections: await readPresentSections(services) }),
    user: { id: current.user.id, name: current.user.name },
    limits: toldLimits(request.limits),
    paths: {
      links: pathTo('/admin/editor/links'),
      slugs: pathTo('/admin/editor/slugs'),
      topics: pathTo('/admin/topics'),
      pictures: pathTo('/admin/editor/pictures'),
      namedFiles: pathTo('/admin/files/named'),
      files: pathTo('/admin/files/choose'),
      words: pathTo('/admin/files/words'),
      signIn: pathTo('/admin/signin'),
    },
  };
}

async function readPresentSections(services: PageServices): Promise<{ [language: Locale]: PresentSections }> {
  const found = services.config.locales.map(async ({ code }) => {
    const page = { services, locale: code, t: createServerTranslator(code) };
    return [code, await presentSections(page, { fixedPage: findPage })] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** The values of the file and of the contact page, which an empty field leaves as they are; hours in the language of the interface. */
async function readInherited(
  { config, content }: PageServices,
  type: ContentType,
  locale: Locale,
): Promise<EditorData['inherited']> {
  const file = config.file ?? config;
  const { name, description } = file;
  if (type.key === SITE_WORDS) return wordsOfFile(file);
  if (type.key === SITE_IDENTITY) return { name, description };
  const { language } = localeDefinition(config, locale);
  const hoursIn = (fields: FieldValues) =>
    formatHours(readContactDetails(fields).openingHours, language)
      .map(({ days, spans }) => `${days}, ${spans.join(', ')}`)
      .join('; ');
  const pages = await Promise.all(
    config.locales.map(async ({ code }) => ({
      code,
      page: (await findPage({ config, content }, code, 'contact'))?.publication,
    })),
  );
  return Object.fromEntries(
    type.fields.map(({ key, localized }) => {
      const texts = pages.flatMap(({ code, page }) => {
        const value = key === 'openingHours' ? hoursIn(page?.fields ?? {}) : page?.fields[key];
        return typeof value === 'string' && value !== '' ? [[localized ? code : '', value]] : [];
      });
      return [key, Object.fromEntries(texts)];
    }),
  );
}

function offerFor(actor: Actor, item: Item, codes: readonly Locale[]): EditorData['offer'] {
  const authorId = item.authorId ?? '';
  if (item.trashedAt !== undefined) {
    return may(actor, 'item.trash', { authorId, wasPublished: wasPublished(item) }) ? 'untrash' : 'nothing';
  }
  if (may(actor, 'item.publish')) return 'publish';
  return codes.some((language) => may(actor, 'review.ask', { authorId, language })) ? 'review' : 'see';
}

/** @returns `undefined` for a malformed or unknown id, and for an item being deleted permanently */
export async function findItem(store: DocumentStore, id: string): Promise<Item | undefined> {
  if (slugProblem(id) !== undefined) return undefined;
  const item = (await getDocument(store, items.at(id)))?.data;
  return item?.trashedAt === PURGING ? undefined : item;
}

/** The title of an item in a language, or in any that has one. */
function titleOf(item: Item, locale: Locale): string {
  const titles = [locale, item.sourceLanguage, ...Object.keys(item.languages)].map(
    (code) => item.languages[code]?.title.trim() ?? '',
  );
  return titles.find((title) => title !== '') ?? '';
}

async function readEditedLanguage(
  services: PageServices,
  item: Item,
  locale: Locale,
  { code, canEdit, above }: { code: Locale; canEdit: boolean; above: { slug: string }[] | undefined },
): Promise<EditedLanguage> {
  const { config, origin } = services;
  const { language: tag, direction } = localeDefinition(config, code);
  const own = item.languages[code];
  return {
    code,
    tag,
    direction,
    name: languageName(localeDefinition(config, locale).language, tag),
    state: own?.state ?? 'missing',
    canEdit,
    ...shownAddress(config, origin, code, { itemId: item.id, type: item.type, above }),
    ...(own?.publishedSlug !== undefined && { publishedSlug: own.publishedSlug }),
    ...(own && {
      saved: {
        title: own.title,
        summary: own.summary,
        coverAlt: own.coverAlt ?? '',
        author: own.author ?? '',
        text: (await prepareText(services, code, withWordsOfBlocks(own.body))).text,
      },
    }),
  };
}

/** The text with the words of its blocks of the site: their views may load what the policy of the admin area does not allow. */
function withWordsOfBlocks<N extends RichTextNode>(node: N): N {
  if (node.type === 'siteBlock')
    return { ...node, type: 'paragraph', content: [{ type: 'text', text: nodeText(node) }] };
  return node.content ? { ...node, content: node.content.map(withWordsOfBlocks) } : node;
}

function shownAddress(config: SiteConfig, origin: string, locale: Locale, place: Omit<Addressed, 'slug'>) {
  // Without a slug, the path of a page in another language would lack its last slash.
  const path = itemPath(config, locale, { ...place, slug: '-' });
  return {
    addressStart: origin.replace(/^https?:\/\//, '') + path.replace(/-$/, ''),
    hasSlugInAddress: path.endsWith('-'),
  };
}
