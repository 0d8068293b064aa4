import { createPublication } from '#core/content/create-publication.ts';
import { fieldsSchema } from '#core/content/field-schema.ts';
import type { FieldValues, Item } from '#core/content/item.ts';
import type { Publication } from '#core/content/publication.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { readShownMedia } from '#core/files/read-files.ts';
import type { Locale } from '#core/locales/locale.ts';
import { asPicture } from '#core/media/media.ts';
import { contentWithPreview } from '#core/public-content/changed-content.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { SITE_CONTACT } from '#core/site/site-types.ts';
import { readFrame } from '../layouts/site-frame/read-frame.ts';
import { withPublishedSite } from '../middleware/route-middleware.ts';
import { type ContactPage, readContactPage } from '../site/contact/read-contact-page.ts';
import { type HomeData, readHome } from '../site/home/read-home.ts';
import { type ItemData, readItem } from '../site/item/read-item.ts';
import { type PageData, readPage } from '../site/page/read-page.ts';
import type { PageHead } from '../site/page-head/page-head.ts';
import type { PageRequest } from '../site/page-request.ts';
import { type QuestionsPage, readQuestionsPage } from '../site/questions/read-questions-page.ts';

/** The draft of an item as the data of its public page. */
export type PreviewView =
  | { kind: 'item'; page: ItemData }
  | { kind: 'home'; page: HomeData }
  | { kind: 'questions'; page: QuestionsPage; open?: string }
  | { kind: 'contact'; page: ContactPage }
  | { kind: 'page'; page: PageData };

interface PreviewPageInput {
  /** The request of the public page that the draft replaces, in the draft's language. */
  request: PageRequest;
  store: DocumentStore;
  item: Item;
  /** The draft's address in each language. */
  addresses: { [locale: Locale]: string };
  /** Where the pictures of the draft are, for people who are not signed in. */
  mediaFolder?: string;
  /** Formats the document title. */
  title: (title: string) => string;
}

/** Loads a draft's page; `undefined` if the item does not have the language. */
export async function readPreviewPage({ request, store, item, addresses, mediaFolder, title }: PreviewPageInput) {
  const { services, locale } = request;
  const publication = await publicationOf(store, services.config, item, locale);
  if (!publication) return undefined;
  const content = contentWithPreview(services.content, publication, mediaFolder);
  const drafted = { ...request, services: await withPublishedSite({ ...services, content }, locale) };
  const [view, frame] = await Promise.all([readView(drafted, publication), readFrame(drafted.services, locale)]);
  return view && { frame, view, head: headOf(view.page.head, addresses, title), standing: standingOf(item, locale) };
}

/** Whether readers of the site see what the preview shows: nothing yet, something older, or the same. */
function standingOf({ languages }: Item, language: Locale): 'none' | 'older' | 'same' {
  const { publishedSlug, state } = languages[language] ?? {};
  if (publishedSlug === undefined) return 'none';
  return state === 'published' ? 'same' : 'older';
}

export type PreviewPageData = NonNullable<Awaited<ReturnType<typeof readPreviewPage>>>;

async function publicationOf(
  store: DocumentStore,
  config: SiteConfig,
  item: Item,
  language: Locale,
): Promise<Publication | undefined> {
  const own = item.languages[language];
  if (!own) return undefined;
  const cover = item.cover && (await readShownMedia(store, [item.cover.media])).get(item.cover.media);
  const now = Date.now();
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const publication = createPublication(type ? withoutFaultyFields(type, item, language) : item, language, {
    type,
    cover: asPicture(cover),
    firstPublishedAt: own.firstPublishedAt ?? now,
    publishedAt: now,
    revision: own.revision,
  });
  return { ...publication, slug: publication.slug || item.id };
}

/** The item without values that are not of the kind of their field, which cannot be published either. */
function withoutFaultyFields(type: ContentType, item: Item, language: Locale): Item {
  const own = item.languages[language];
  const sound = (values: FieldValues, localized: boolean) => {
    const parsed = fieldsSchema(type, { item: item.id, localized }).safeParse(values);
    const faulty = (parsed.error?.issues ?? []).filter(
      ({ code, path }) =>
        FAULTS.includes(code) && type.fields.some(({ key, kind }) => key === path[0] && kind !== 'text'),
    );
    return Object.fromEntries(Object.entries(values).filter(([key]) => faulty.every(({ path }) => path[0] !== key)));
  };
  return {
    ...item,
    fields: sound(item.fields, false),
    ...(own && { languages: { ...item.languages, [language]: { ...own, fields: sound(own.fields, true) } } }),
  };
}

/** Of Zod's problems, those of values that have another form; others are too long, too many or unknown. */
const FAULTS = ['invalid_format', 'invalid_type', 'invalid_value'];

async function readView(request: PageRequest, publication: Publication): Promise<PreviewView | undefined> {
  const { services, locale } = request;
  const type = contentTypeOf(services.config, publication.type);
  if (type.appearsAs === 'collection') {
    const alternates = await services.content.alternates(publication.itemId);
    const page = await readItem(request, type, { publication, alternates });
    return page && { kind: 'item', page };
  }
  if (type.appearsAs === 'site') {
    const contact = publication.type === SITE_CONTACT ? await readContactPage(request) : undefined;
    if (contact) return { kind: 'contact', page: contact };
    const page = await readHome(request);
    return page && { kind: 'home', page };
  }
  if (type.appearsAs === 'faq') {
    const page = await readQuestionsPage(request);
    return page && { kind: 'questions', page, open: publication.slug };
  }
  switch (publication.itemId) {
    case 'home': {
      const page = await readHome(request);
      return page && { kind: 'home', page };
    }
    case 'faq': {
      const page = await readQuestionsPage(request);
      return page && { kind: 'questions', page };
    }
    case 'contact': {
      const page = await readContactPage(request);
      return page && { kind: 'contact', page };
    }
    default: {
      const page = await readPage({ ...request, locale }, publication.slug);
      return page && { kind: 'page', page };
    }
  }
}

/** Excluded from search engines and without public data; a preview picture would be that of a draft, which others cannot load. */
function headOf(head: PageHead, languages: { [locale: Locale]: string }, title: PreviewPageInput['title']): PageHead {
  const { canonical: _, image: __, ...rest } = head;
  return { ...rest, title: title(head.title), languages, alternates: [], jsonLd: [], noindex: true };
}
