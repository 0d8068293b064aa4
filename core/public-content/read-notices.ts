import { momentIn } from '../clock/zoned-time.ts';
import { visibleText } from '../content-types/invisible-text.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { JsonValue } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import { splitLocale } from '../locales/localized-path.ts';
import { readFieldLink } from '../rich-text/link-target.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { NOTICE_KINDS, type NoticeKind, SITE_NOTICES } from '../site/site-notices-type.ts';
import type { PublishedContent } from './published-content.ts';
import { type PageNames, readLinks, type ShownLink } from './read-links.ts';

/** A notice as readers of a language get it. */
export interface Notice {
  /** Another one once its text, kind or link changes: who closed the former sees the new one. */
  key: string;
  kind: NoticeKind;
  text: string;
  link?: ShownLink;
  /** When it ends, in milliseconds since 1970. */
  until?: number;
  /** The pages that show it: one by its path without the language, or all below one; all pages if missing. */
  place?: { path: string; isListing: boolean };
}

/** A notice as it is stored. Fields of a type that was changed may hold anything. */
interface StoredNotice extends Pick<Notice, 'kind' | 'text'> {
  id: string;
  linkText: string;
  from: number;
  until: number;
  link: JsonValue | undefined;
  place: JsonValue | undefined;
}

/**
 * The notices that pages of a language show now, in their order. Who shows them is made again when the next one begins or ends.
 * Those without a text are not shown, nor those about a page that is not public in the language.
 * @param now milliseconds since 1970
 */
export async function readNotices(
  content: Pick<PublishedContent, 'siteValues' | 'cards' | 'files' | 'setting' | 'until'>,
  config: SiteConfig,
  locale: Locale,
  { names, now }: { names: PageNames; now: number },
): Promise<Notice[]> {
  const { notices } = await content.siteValues(locale, SITE_NOTICES);
  if (!Array.isArray(notices) || notices.length === 0) return [];
  const stored = storedNotices(notices, await content.setting('time-zone')).filter(({ until }) => until > now);
  const changes = stored.map(({ from, until }) => (from > now ? from : until));
  content.until(Math.min(...changes));
  const current = stored.filter(({ from }) => from <= now);
  const values = current.flatMap(({ link, place }) => [link, place]);
  const links = await readLinks(content, config, locale, { values, names });
  return current.flatMap(({ id, kind, text, linkText, until, ...notice }): Notice[] => {
    const link = links.get(notice.link);
    const place = notice.place === undefined ? undefined : links.get(notice.place);
    const to = readFieldLink(notice.place)?.to;
    if (notice.place !== undefined && (!place || to === 'file' || to === 'outside')) return [];
    return [
      {
        key: contentHash([id, kind, text, linkText, link?.href ?? '']),
        ...{ kind, text },
        ...(link && { link: { ...link, label: linkText || link.label } }),
        ...(until !== Number.POSITIVE_INFINITY && { until }),
        ...(place && { place: { path: splitLocale(config, place.href).path, isListing: to === 'listing' } }),
      },
    ];
  });
}

function storedNotices(list: readonly JsonValue[], timeZone: string): StoredNotice[] {
  return list.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    const momentOf = (value: JsonValue | undefined, otherwise: number) => {
      const moment = typeof value === 'string' ? momentIn(timeZone, value) : Number.NaN;
      return Number.isNaN(moment) ? otherwise : moment;
    };
    const { id, kind, text, linkText, from, until, link, place } = entry;
    const notice = {
      id: String(id),
      kind: NOTICE_KINDS.find((known) => known === kind) ?? 'information',
      text: visibleText(text),
      linkText: visibleText(linkText),
      from: momentOf(from, 0),
      until: momentOf(until, Number.POSITIVE_INFINITY),
      ...{ link, place },
    };
    return notice.text === '' || notice.from >= notice.until ? [] : notice;
  });
}
