import { addresses, publicationCards, publications } from '../content/collections.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { Look } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';
import { settingRef } from '../settings/setting-documents.ts';
import { missingLanguageSetting, withPolicy } from '../settings/settings.ts';
import { contentTypeOf } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { AddressResolution } from './published-content.ts';

/** Reads documents from a store or into a unit of work. */
type ReadDocuments = (refs: readonly DocumentRef[]) => Promise<Look>;

/**
 * Resolves an address. The documents are read one after another, so that a concurrent publication can make them inconsistent;
 * in that case it retries.
 */
export async function resolveAddress(
  read: ReadDocuments,
  config: SiteConfig,
  address: { locale: Locale; type: string; slug: string },
): Promise<AddressResolution> {
  if (slugProblem(address.slug)) return { kind: 'missing' };
  for (let attempt = 0; attempt < 3; attempt++) {
    const resolution = await resolveOnce(read, config, address);
    if (resolution) return resolution;
  }
  return { kind: 'missing' };
}

async function resolveOnce(
  read: ReadDocuments,
  config: SiteConfig,
  { locale, type, slug }: { locale: Locale; type: string; slug: string },
): Promise<AddressResolution | undefined> {
  const locales = config.locales.map(({ code }) => code);
  const others = locales.filter((code) => code !== locale);
  const own = publications.at(locale, type, slug);
  const former = addresses.at(locale, type, slug);
  const foreign = others.map((code) => publications.at(code, type, slug));
  const look = await read([own, former, ...foreign]);
  const foreignPublications = foreign.map(look).filter((found) => found !== undefined);
  const publication = look(own);
  const itemId = publication?.itemId ?? look(former)?.itemId ?? foreignPublications[0]?.itemId;
  if (itemId === undefined) return { kind: 'missing' };

  const listed = locales.map((code) => publicationCards.at(code, itemId));
  const cards = listed.map(await read(listed)).filter((found) => found !== undefined);
  const alternates = Object.fromEntries(
    cards.filter((card) => card.contentLanguage === card.language).map((card) => [card.language, card.slug]),
  );
  const places = cards.flatMap(({ language, above }) => (above ? [[language, above]] : []));
  const placed = places.length > 0 && { above: Object.fromEntries(places) };
  if (publication) {
    return { kind: 'item', publication, alternates: { ...alternates, [locale]: publication.slug }, ...placed };
  }

  const card = cards.find(({ language }) => language === locale);
  if (!card) {
    if (cards.length === 0) return { kind: 'missing' };
    const chosen = settingRef({ id: missingLanguageSetting(type) });
    const { missingLanguage } = withPolicy(contentTypeOf(config, type), (await read([chosen]))(chosen)?.value);
    return { kind: missingLanguage === 'listing' ? 'listing' : 'missing' };
  }
  if (card.slug !== slug) return { kind: 'moved', slug: card.slug, ...(card.above && { above: card.above }) };
  if (card.contentLanguage === locale) return undefined;
  const there = publications.at(card.contentLanguage, type, slug);
  const shown =
    foreignPublications.find(({ language }) => language === card.contentLanguage) ?? (await read([there]))(there);
  return shown?.itemId === itemId ? { kind: 'notice', publication: shown, alternates } : undefined;
}
