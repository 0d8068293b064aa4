import { contentLinks } from '#core/content/content-links.ts';
import type { Item } from '#core/content/item.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** Whether an action on one item may matter to an action on another: both have or want an address, or one links to the other. */
export function createRelation(config: SiteConfig, items: Iterable<Item>): (one: string, other: string) => boolean {
  const names = new Map<string, Set<string>>();
  const mentions = new Map<string, Set<string>>();
  for (const item of items) {
    names.set(item.id, namesOf(item));
    mentions.set(item.id, mentionsOf(config, item));
  }
  const namesBy = (id: string) => names.get(id) ?? new Set([id]);
  const mentionedBy = (id: string) => mentions.get(id) ?? new Set<string>();
  return (one, other) => {
    const [a, b] = [namesBy(one), namesBy(other)];
    return meet(a, b) || meet(mentionedBy(one), b) || meet(mentionedBy(other), a);
  };
}

/** The id and the slugs of an item, in whatever language. */
function namesOf({ id, languages }: Item): Set<string> {
  const names = new Set([id]);
  for (const { slug, publishedSlug } of Object.values(languages)) {
    if (slug) names.add(slug);
    if (publishedSlug !== undefined) names.add(publishedSlug);
  }
  return names;
}

/** The items that an item links to, by id, or by the last part of a path. */
function mentionsOf(config: SiteConfig, item: Item): Set<string> {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const mentions = new Set<string>();
  for (const language of Object.keys(item.languages)) {
    const links = contentLinks(config, type, language, item);
    for (const id of links.items) mentions.add(id);
    for (const path of links.addresses) {
      const last = path.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean);
      mentions.add(last === undefined || config.locales.some(({ code }) => code === last) ? 'home' : last);
    }
  }
  return mentions;
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((value) => other.has(value));
}
