import { contentPath } from '../content/collections.ts';
import type { OldAddress, Publication, PublicationCard } from '../content/publication.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { DocumentPath } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import { contentTypeOf } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { AddressResolution } from './published-content.ts';

/** A source of documents, such as a store or a unit of work. */
export interface DocumentReader {
  batchGet(paths: DocumentPath[]): Promise<({ data: unknown } | undefined)[]>;
}

/**
 * Resolves an address. The documents are read one after another, so that a concurrent publication can make them inconsistent;
 * in that case it retries.
 */
export async function resolveAddress(
  store: DocumentReader,
  config: SiteConfig,
  address: { locale: Locale; type: string; slug: string },
): Promise<AddressResolution> {
  if (slugProblem(address.slug)) return { kind: 'missing' };
  for (let attempt = 0; attempt < 3; attempt++) {
    const resolution = await look(store, config, address);
    if (resolution) return resolution;
  }
  return { kind: 'missing' };
}

async function look(
  store: DocumentReader,
  config: SiteConfig,
  { locale, type, slug }: { locale: Locale; type: string; slug: string },
): Promise<AddressResolution | undefined> {
  const locales = config.locales.map(({ code }) => code);
  const others = locales.filter((code) => code !== locale);
  const [own, former, ...foreign] = await store.batchGet([
    contentPath.publication(locale, type, slug),
    contentPath.address(locale, type, slug),
    ...others.map((code) => contentPath.publication(code, type, slug)),
  ]);
  const foreignPublications = foreign.flatMap((document) =>
    document ? [document.data as unknown as Publication] : [],
  );
  const publication = own?.data as Publication | undefined;
  const itemId =
    publication?.itemId ?? (former?.data as OldAddress | undefined)?.itemId ?? foreignPublications[0]?.itemId;
  if (itemId === undefined) return { kind: 'missing' };

  const documents = await store.batchGet(locales.map((code) => contentPath.publicationCard(code, itemId)));
  const cards = documents.flatMap((document) => (document ? [document.data as unknown as PublicationCard] : []));
  const alternates = Object.fromEntries(
    cards.filter((card) => card.contentLanguage === card.language).map((card) => [card.language, card.slug]),
  );
  if (publication) return { kind: 'item', publication, alternates: { ...alternates, [locale]: publication.slug } };

  const card = cards.find(({ language }) => language === locale);
  if (!card) {
    const leads = cards.length > 0 && contentTypeOf(config, type).missingLanguage === 'listing';
    return { kind: leads ? 'listing' : 'missing' };
  }
  if (card.slug !== slug) return { kind: 'moved', slug: card.slug };
  if (card.contentLanguage === locale) return undefined;
  const shown =
    foreignPublications.find(({ language }) => language === card.contentLanguage) ??
    ((await store.batchGet([contentPath.publication(card.contentLanguage, type, slug)]))[0]?.data as
      | Publication
      | undefined);
  return shown?.itemId === itemId ? { kind: 'notice', publication: shown, alternates } : undefined;
}
