import { fieldLinks, isForeignAddress, isLost, richTextsOf } from '../content/content-links.ts';
import { publicBody } from '../content/create-publication.ts';
import { fieldsSchema } from '../content/field-schema.ts';
import type { Item, ItemLanguage } from '../content/item.ts';
import { fieldsOf, ownValues } from '../content/own-contents.ts';
import type { PublicationCard } from '../content/publication.ts';
import type { UnitId } from '../content/translation-link.ts';
import { itemProblems, pageProblem } from '../content/validate-item.ts';
import type { ContentType } from '../content-types/content-type.ts';
import { withoutLostWords } from '../content-types/entry-words.ts';
import { isInvisible } from '../content-types/invisible-text.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { slugProblem } from '../content-types/slugs.ts';
import { DRAFT_OWN_AUTHOR } from '../drafts/draft-shape.ts';
import type { LinkJudge } from '../item-cards/create-item-card.ts';
import type { Locale } from '../locales/locale.ts';
import type { Problem } from '../problems/problem.ts';
import { blockId } from '../rich-text/block-ids.ts';
import { fragmentOf, isUnencrypted, itemOfLink, linkTargetProblem } from '../rich-text/link-target.ts';
import {
  filesIn,
  imagesIn,
  isRichText,
  linkTargets,
  pictures,
  plainText,
  type RichText,
  type RichTextNode,
  shownIn,
  siteBlocksIn,
} from '../rich-text/rich-text.ts';
import { richTextProblems } from '../rich-text/rich-text-problems.ts';
import { textExcess } from '../rich-text/rich-text-schema.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { siteBlockFlaw } from '../site-blocks/read-site-block.ts';
import { reportOf } from '../translation/translation-state.ts';
import { COVER_ALT } from '../translation/units.ts';

/** Problems that block publishing. */
export const CHECK_ERRORS = [
  'language-missing',
  'title-missing',
  'title-too-long',
  'slug-missing',
  'slug-invalid',
  'slug-fixed',
  'slug-reserved',
  'slug-taken',
  'summary-too-long',
  'seo-too-long',
  'field-required',
  'field-invalid',
  'tags-invalid',
  'author-too-long',
  'cover-missing',
  'cover-alt-too-long',
  'body-too-long',
  'body-too-complex',
  'body-invalid',
  'heading-skips',
  'image-without-alt',
  'image-missing',
  'file-missing',
  'block-incomplete',
  'link-invalid',
  'link-broken',
  'item-invalid',
  'item-too-long',
  'unshowable',
] as const;

/** Problems that require a confirmation. */
export const CHECK_WARNINGS = [
  'slug-former',
  'topic-gone',
  'link-unpublished',
  'link-other-language',
  'link-gone',
  'link-unencrypted',
  'heading-missing',
  'address-missing',
  'address-other-language',
  'translation-missing',
  'translation-stale',
  'translation-moved',
  'summary-missing',
  'seo-description-missing',
  'cover-without-alt',
  'block-misplaced',
  'block-unknown',
] as const;

type CheckError = (typeof CHECK_ERRORS)[number];
type CheckWarning = (typeof CHECK_WARNINGS)[number];

export type CheckCode = CheckError | CheckWarning;

/** A problem or a warning found before publishing, with its location. */
export interface Check {
  severity: 'error' | 'warning';
  code: CheckCode;
  language: Locale;
  /** `title`, `slug`, `summary`, `seo.title`, `seo.description`, `body`, `author`, `author.own`, `tags`, `cover`, `cover.alt`, or `field:{key}`. */
  field?: string;
  /** Persistent id of the block, in a rich text. */
  block?: string;
  /** The unit of the translation concerned; of the source if the translation does not have it. */
  unit?: UnitId;
  /** The broken address, the linked item, or the item that has or had the slug. */
  target?: string;
  /** Of a link to an item, the part of the address that no heading is called by. */
  fragment?: string;
  /** What the page at a taken address is called. */
  targetTitle?: string;
  /** The kind of a block of the site. */
  kind?: string;
  /** The limit that is exceeded, in characters; of texts, in bytes, with what they take. */
  limit?: number;
  bytes?: number;
}

/** The item at an address. */
export type AddressHolder = Pick<PublicationCard, 'itemId' | 'title'>;

/** What is wrong with an address that another item has. */
export function takenCheck(language: Locale, { itemId, title }: AddressHolder): Check {
  return { severity: 'error', code: 'slug-taken', language, field: 'slug', target: itemId, targetTitle: title };
}

/** What a page that cannot be shown says, at each of its parts that are known. */
export function unshowableChecks({ language, parts }: { language: Locale; parts: readonly string[] }): Check[] {
  const check = { severity: 'error', code: 'unshowable', language } as const;
  return parts.length > 0 ? parts.map((field) => ({ ...check, field })) : [check];
}

/** What the checks need besides the item. */
export interface CheckContext {
  judge: LinkJudge;
  /** Whether a path of the site is broken once this is published. */
  isDeadAddress(href: string): boolean;
  /** Whether no heading has the fragment of a link in the language. */
  lacksHeading(language: Locale, href: string): boolean;
  /** The other item that has the slug in the language. */
  slugHolder(language: Locale): AddressHolder | undefined;
  /** The other item that formerly had the slug in the language, or the address of this item's notice page. */
  formerHolder(language: Locale): string | undefined;
  /** Whether a tag is a topic that is in the trash. */
  isGoneTopic(tag: string): boolean;
  /** Whether a picture exists. */
  hasMedia(id: string): boolean;
  /** Whether a file of any kind exists. */
  hasFile(id: string): boolean;
  /** Whether the file has an alternative text of its own in a language, or is decorative. */
  hasAlt(id: string, language: Locale): boolean;
}

/** All check results for a language of an item: errors first. */
export function publishChecks(config: SiteConfig, item: Item, language: Locale, context: CheckContext): Check[] {
  const content = item.languages[language];
  if (!content || !config.locales.some(({ code }) => code === language)) {
    return [{ severity: 'error', code: 'language-missing', language }];
  }
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const checks: Check[] = [];
  const report = (code: CheckCode, place: Omit<Check, 'severity' | 'code' | 'language'> = {}) => {
    const severity = (CHECK_ERRORS as readonly string[]).includes(code) ? 'error' : 'warning';
    checks.push({ severity, code, language, ...place });
  };
  checkTexts(content, report);
  if (type) checkDescription(content, type, report);
  checkSlug(config, item, language, context, report);
  if (type) checkFields(type, item, content, context, report);
  if (type) checkFieldLinks(config, type, { item, language, context }, report);
  checkShared(item, language, context, report);
  const body = publicBody(item, language, content);
  for (const { field, text } of richTextsOf(type, { ...content, body })) {
    const takesSections = field === 'body' && type?.appearsAs === 'page';
    checkRichText(field, text, report, { config, takesSections, language, itemId: item.id, context });
  }
  if (type) checkTranslation(item, type, language, report);
  if (!checks.some(({ severity }) => severity === 'error')) {
    for (const problem of itemProblems(config, item, [language])) report('item-invalid', placeOf(problem));
  }
  const isError = ({ severity }: Check) => severity === 'error';
  return [...checks.filter(isError), ...checks.filter((check) => !isError(check))];
}

type Report = (code: CheckCode, place?: Omit<Check, 'severity' | 'code' | 'language'>) => void;

function checkTexts({ title, summary, seo }: ItemLanguage, report: Report): void {
  if (isInvisible(title)) report('title-missing', { field: 'title' });
  if (title.trim().length > CONTENT_LIMITS.title) {
    report('title-too-long', { field: 'title', limit: CONTENT_LIMITS.title });
  }
  if (summary.length > CONTENT_LIMITS.summary) {
    report('summary-too-long', { field: 'summary', limit: CONTENT_LIMITS.summary });
  }
  const limits = { title: CONTENT_LIMITS.seoTitle, description: CONTENT_LIMITS.seoDescription };
  for (const name of ['title', 'description'] as const) {
    if ((seo[name]?.length ?? 0) > limits[name]) report('seo-too-long', { field: `seo.${name}`, limit: limits[name] });
  }
}

/** For lists and search engines; questions have no page of their own. */
function checkDescription({ summary, seo }: ItemLanguage, { appearsAs }: ContentType, report: Report): void {
  if (appearsAs === 'faq' || appearsAs === 'site' || summary.trim() !== '') return;
  if (appearsAs === 'collection') report('summary-missing', { field: 'summary' });
  if (!seo.description?.trim()) report('seo-description-missing', { field: 'seo.description' });
}

function checkSlug(config: SiteConfig, item: Item, language: Locale, context: CheckContext, report: Report): void {
  const slug = item.languages[language]?.slug ?? '';
  const place = { field: 'slug' };
  if (slug === '') return void report('slug-missing', place);
  if (slugProblem(slug)) return void report('slug-invalid', place);
  const problem = pageProblem(config, item, language);
  if (problem) return void report(problem === 'fixed' ? 'slug-fixed' : 'slug-reserved', place);
  const holder = context.slugHolder(language);
  if (holder) return void report('slug-taken', { ...place, target: holder.itemId, targetTitle: holder.title });
  const former = context.formerHolder(language);
  if (former !== undefined) report('slug-former', { ...place, target: former });
}

function checkFields(
  type: ContentType,
  item: Item,
  content: ItemLanguage,
  { hasMedia }: CheckContext,
  report: Report,
): void {
  for (const localized of [false, true]) {
    const fields = fieldsOf(type, item.id, localized);
    const values = ownValues(
      fields,
      localized ? withoutLostWords(content.fields, item.fields, type.fields) : item.fields,
    );
    const missing = fields.filter(({ key, required }) => required && isEmpty(values[key])).map(({ key }) => key);
    for (const key of missing) report('field-required', { field: `field:${key}` });
    const parsed = fieldsSchema(type, { item: item.id, localized }).safeParse(values);
    const wrong = new Set(parsed.error?.issues.map(({ path }) => String(path[0])) ?? []);
    const richTexts = type.fields.filter(({ kind }) => kind === 'rich-text').map(({ key }) => key);
    for (const key of wrong) {
      const isDescribed = missing.includes(key) || (localized && richTexts.includes(key) && isRichText(values[key]));
      if (!isDescribed) report('field-invalid', { field: `field:${key}` });
    }
    for (const { key, kind } of fields) {
      const media = kind === 'media' ? values[key] : undefined;
      if (typeof media === 'string' && !wrong.has(key) && !hasMedia(media)) {
        report('image-missing', { field: `field:${key}` });
      }
    }
  }
}

/** A page leaves out a link of a field that leads nowhere, so that nothing needs to be mended before it is published. */
function checkFieldLinks(
  config: SiteConfig,
  type: ContentType,
  { item, language, context }: { item: Item; language: Locale; context: CheckContext },
  report: Report,
): void {
  const codes = { gone: 'link-gone', hidden: 'link-unpublished', elsewhere: 'link-other-language' } as const;
  for (const { field, link } of fieldLinks(type, [item.fields, item.languages[language]?.fields ?? {}])) {
    if (link.to === 'item') {
      const standing = link.key === item.id ? 'here' : context.judge(language, link.key);
      if (standing !== 'here') report(codes[standing], { field, target: link.key });
    } else if (isLost(config, link) || (link.to === 'file' && !context.hasFile(link.key))) {
      report('link-gone', { field });
    }
  }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || (typeof value === 'string' && isInvisible(value))) return true;
  if (Array.isArray(value)) return value.length === 0;
  return (
    isRichText(value) && plainText(value) === '' && shownIn(value).length === 0 && siteBlocksIn(value).length === 0
  );
}

/** The shared part, reported for each language, and the language's own byline and alternative text of the cover. */
function checkShared(
  item: Item,
  language: Locale,
  { hasMedia, hasAlt, isGoneTopic }: CheckContext,
  report: Report,
): void {
  const isTag = (tag: string) => slugProblem(tag) === undefined && tag.length <= CONTENT_LIMITS.tag;
  if (item.tags.length > CONTENT_LIMITS.tags || !item.tags.every(isTag)) report('tags-invalid', { field: 'tags' });
  for (const tag of item.tags) if (isGoneTopic(tag)) report('topic-gone', { field: 'tags', target: tag });
  const bylines = { author: item.author, [DRAFT_OWN_AUTHOR]: item.languages[language]?.author };
  for (const [field, byline = ''] of Object.entries(bylines)) {
    const limit = CONTENT_LIMITS.author;
    if (byline.length > limit) report('author-too-long', { field, limit });
  }
  if (!item.cover) return;
  if (!hasMedia(item.cover.media)) report('cover-missing', { field: 'cover' });
  const alt = item.languages[language]?.coverAlt ?? '';
  if (alt.trim() === '' && !hasAlt(item.cover.media, language)) report('cover-without-alt', { field: COVER_ALT });
  if (alt.length > CONTENT_LIMITS.alt) report('cover-alt-too-long', { field: COVER_ALT, limit: CONTENT_LIMITS.alt });
}

interface RichTextScope {
  config: SiteConfig;
  /** Whether sections may stand in the text. */
  takesSections: boolean;
  language: Locale;
  itemId: string;
  context: CheckContext;
}

function checkRichText(field: string, text: RichText, report: Report, scope: RichTextScope): void {
  const { kind, ...excess } = textExcess(text) ?? {};
  if (kind) report(kind === 'text' ? 'body-too-long' : 'body-too-complex', { field, ...excess });
  const faulty = new Set(
    richTextProblems(text)
      .filter(({ isLink }) => !isLink)
      .map(({ path }) => (typeof path[1] === 'number' ? path[1] : -1)),
  );
  for (const index of faulty) report('body-invalid', { field, ...blockOf(text.content[index]) });
  let level = 1;
  for (const block of text.content) {
    const place = { field, ...blockOf(block) };
    if (block.type === 'heading') {
      const own = Number(block.attrs?.level ?? 2);
      if (own > level + 1) report('heading-skips', place);
      level = own;
    }
    for (const image of imagesIn(block)) {
      const media = image.attrs?.media;
      if (typeof media === 'string' && !scope.context.hasMedia(media)) report('image-missing', place);
      // An empty alternative text marks a decorative picture; a missing one was forgotten.
      const isSaid = typeof image.attrs?.alt === 'string' || scope.context.hasAlt(String(media), scope.language);
      if (!isSaid) report('image-without-alt', place);
    }
    for (const id of filesIn(block)) if (!scope.context.hasFile(id)) report('file-missing', place);
    for (const own of siteBlocksIn(block)) {
      if (!pictures(own).every((id) => scope.context.hasMedia(id))) report('image-missing', place);
      const isSection = scope.config.blocks?.some((block) => block.isSection && block.key === own.attrs?.kind);
      if (isSection && !(scope.takesSections && own === block)) {
        report('block-misplaced', place);
        continue;
      }
      const flaw = siteBlockFlaw(scope.config.blocks, own);
      if (flaw) report(`block-${flaw}`, { ...place, ...(flaw === 'unknown' && { kind: String(own.attrs?.kind) }) });
    }
    for (const target of linkTargets(block)) checkLink(target, place, report, scope);
  }
}

function checkLink(target: string, place: { field: string }, report: Report, scope: RichTextScope): void {
  const { config, language, itemId, context } = scope;
  if (linkTargetProblem(target)) return void report('link-invalid', { ...place, target });
  if (isUnencrypted(target)) report('link-unencrypted', { ...place, target });
  if (context.isDeadAddress(target)) return void report('address-missing', { ...place, target });
  if (isForeignAddress(config, language, target)) report('address-other-language', { ...place, target });
  const id = itemOfLink(target);
  if (context.lacksHeading(language, target)) {
    const other = id !== undefined && { target: id, fragment: fragmentOf(target) };
    report('heading-missing', { ...place, target, ...other });
  }
  if (id === undefined || id === itemId) return;
  const standing = context.judge(language, id);
  if (standing === 'gone') report('link-broken', { ...place, target: id });
  if (standing === 'hidden') report('link-unpublished', { ...place, target: id });
  if (standing === 'elsewhere') report('link-other-language', { ...place, target: id });
}

function checkTranslation(item: Item, type: ContentType, language: Locale, report: Report): void {
  const codes = {
    missing: 'translation-missing',
    stale: 'translation-stale',
    moved: 'translation-moved',
  } as const;
  for (const { state, unit, source = '' } of reportOf(item, type, language) ?? []) {
    if (state === 'current' || state === 'extra') continue;
    report(codes[state], { unit: unit ?? source });
  }
}

function blockOf(block: RichTextNode | undefined): { block?: string } {
  const id = block && blockId(block);
  return id === undefined ? {} : { block: id };
}

function placeOf({ path }: Problem): { field?: string } {
  const [first, , third, fourth] = path;
  const name = first === 'languages' ? third : first;
  if (name === 'fields') return { field: `field:${String(first === 'languages' ? fourth : path[1])}` };
  return name === undefined ? {} : { field: String(name) };
}
