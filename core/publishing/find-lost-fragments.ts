import { targetOfAddress } from '../addresses/address-targets.ts';
import { publicationCards, publications } from '../content/collections.ts';
import { richTextsOf } from '../content/content-links.ts';
import { anchorsOf, formerAnchors } from '../content/former-anchors.ts';
import type { Item, ItemLanguage } from '../content/item.ts';
import { publicBody } from '../content/public-body.ts';
import type { Publication } from '../content/publication.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import { anchorOfFragment } from '../rich-text/headings.ts';
import { fragmentOf, itemOfLink } from '../rich-text/link-target.ts';
import { linkTargets } from '../rich-text/links.ts';
import type { SiteConfig } from '../site/site-config.ts';

type Texts = Pick<Publication, 'body' | 'fields' | 'formerAnchors'>;

/** A link with a fragment, and the publication where it leads: that of the item itself, as it will be, or another's. */
interface FragmentLink {
  href: string;
  to: 'self' | DocumentRef<Publication>;
}

/**
 * The links of one language whose fragment no heading has or had where they lead. Of what is not public, nothing is said. Its
 * reads are not guarded by the commit.
 */
export async function findLostFragments(
  unit: UnitOfWork,
  config: SiteConfig,
  item: Item,
  language: Locale,
): Promise<ReadonlySet<string>> {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const content = item.languages[language];
  // All questions are on one page, each with a fragment of its own.
  if (!content || type?.appearsAs !== 'collection') return new Set();
  const next = { body: publicBody(item, language, content), fields: { ...item.fields, ...content.fields } };
  const hrefs = new Set(richTextsOf(type, next).flatMap(({ text }) => linkTargets(text)));
  const led = [...hrefs].filter((href) => !['', 'top'].includes(fragmentOf(href)));
  if (led.length === 0) return new Set();
  const links = await whereLinksLead(unit, config, { item, language, content }, led);
  const own = publications.at(language, item.type, content.publishedSlug ?? content.slug);
  const others = links.flatMap(({ to }) => (to === 'self' ? [] : [to]));
  await unit.read([own, ...others]);
  const before = unit.peek(own);
  const self = { ...next, formerAnchors: formerAnchors(before?.itemId === item.id ? before : undefined, next) };
  const lost = links.filter(({ href, to }) => {
    const there = to === 'self' ? self : unit.peek(to);
    return there !== undefined && !anchorsOnPage(there).has(anchorOfFragment(fragmentOf(href)));
  });
  return new Set(lost.map(({ href }) => href));
}

async function whereLinksLead(
  unit: UnitOfWork,
  config: SiteConfig,
  { item, language, content }: { item: Item; language: Locale; content: ItemLanguage },
  hrefs: readonly string[],
): Promise<FragmentLink[]> {
  const isPage = (key: string) => config.contentTypes.find((type) => type.key === key)?.appearsAs === 'collection';
  const cards = hrefs.flatMap((href) => publicationCards.at(language, itemOfLink(href) ?? item.id));
  await unit.read(cards);
  return hrefs.flatMap((href, index): FragmentLink[] => {
    const id = itemOfLink(href);
    if (href.startsWith('#') || id === item.id) return [{ href, to: 'self' }];
    const card = id === undefined ? undefined : unit.peek(cards[index] as (typeof cards)[number]);
    if (card) {
      return isPage(card.type) ? [{ href, to: publications.at(card.contentLanguage, card.type, card.slug) }] : [];
    }
    const place = id === undefined ? targetOfAddress(config, href) : undefined;
    if (place?.kind !== 'item') return [];
    const isSelf = place.type === item.type && place.language === language && place.slug === content.slug;
    return [{ href, to: isSelf ? 'self' : publications.at(place.language, place.type, place.slug) }];
  });
}

/** What its headings and its fields are called on the page of a publication. */
function anchorsOnPage(texts: Texts): ReadonlySet<string> {
  return new Set([
    ...anchorsOf(texts).keys(),
    ...(texts.formerAnchors ?? []).map(({ anchor }) => anchor),
    ...Object.keys(texts.fields).map((key) => anchorOfFragment(`field-${key}`)),
  ]);
}
