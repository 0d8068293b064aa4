import type { IssueKind } from '../content/card-issues.ts';
import { fieldLinks, isForeignAddress, isLost, richTextsOf } from '../content/content-links.ts';
import type { Item } from '../content/item.ts';
import type { UnitId } from '../content/translation-link.ts';
import type { Locale } from '../locales/locale.ts';
import { blockId } from '../rich-text/block-ids.ts';
import { itemOfLink, linkToItem } from '../rich-text/link-target.ts';
import { linkTargets } from '../rich-text/rich-text.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { reportOf } from '../translation/translation-state.ts';
import { blockUnitId } from '../translation/units.ts';
import { isDead, type LinkJudge } from './create-item-card.ts';

/**
 * The first unit that an issue is about; a source unit if the translation does not have it. `undefined` if it is about the
 * whole language.
 */
export function issueUnit(
  config: SiteConfig,
  item: Item,
  { language, kind }: { language: Locale; kind: IssueKind },
  judge: LinkJudge,
): UnitId | undefined {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  switch (kind) {
    case 'stale':
      return type && reportOf(item, type, language)?.find(({ state }) => state === 'stale')?.unit;
    case 'missing': {
      const missing = type && reportOf(item, type, language)?.find(({ state }) => state === 'missing');
      return missing?.unit ?? missing?.source;
    }
    case 'not-shown':
      return item.languages[language]?.unshown?.find((part) => part.startsWith('field:'));
    case 'broken-links':
      return (
        linkUnit(config, item, language, (href) => isDead(linkStateOf(href, item, language, judge))) ??
        linksOf(config, item, language).find(({ link }) => isLost(config, link))?.field
      );
    case 'foreign-links':
      return linkUnit(
        config,
        item,
        language,
        (href) => linkStateOf(href, item, language, judge) === 'elsewhere' || isForeignAddress(config, language, href),
      );
    default:
      return undefined;
  }
}

function linkStateOf(href: string, item: Item, language: Locale, judge: LinkJudge) {
  const target = itemOfLink(href);
  return target === undefined || target === item.id ? 'here' : judge(language, target);
}

function linkUnit(
  config: SiteConfig,
  item: Item,
  language: Locale,
  isWrong: (href: string) => boolean,
): UnitId | undefined {
  const content = item.languages[language];
  const type = config.contentTypes.find(({ key }) => key === item.type);
  if (!content) return undefined;
  for (const { field, text } of richTextsOf(type, content)) {
    for (const block of text.content) {
      if (!linkTargets({ ...text, content: [block] }).some(isWrong)) continue;
      const id = blockId(block);
      return field === 'body' && id !== undefined ? blockUnitId(id) : field;
    }
  }
  return linksOf(config, item, language).find(({ link }) => link.to === 'item' && isWrong(linkToItem(link.key)))?.field;
}

/** The links in the fields of a language, and in those that all languages share. */
function linksOf(config: SiteConfig, { type, fields, languages }: Item, language: Locale) {
  const known = config.contentTypes.find(({ key }) => key === type);
  return fieldLinks(known, [fields, languages[language]?.fields ?? {}]);
}
