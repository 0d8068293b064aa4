import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { AuditAction } from '#core/audit/audit-actions.ts';
import { searchAuditLog } from '#core/audit/search-audit-log.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { Locale } from '#core/locales/locale.ts';
import { latestPublications } from '#core/public-content/latest-publications.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { createEntryDescriber } from '../audit/describe-entry.ts';

/** Maximum rows of each list. Source: Meki's own. */
const SHOWN = 8;

/** Actions that change the site or access to it; not sign-ins. */
const CHANGES: AuditAction[] = [
  'item.published',
  'item.unpublished',
  'item.scheduled',
  'item.restored',
  'account.confirmed',
  'account.created',
  'account.deleted',
  'person.access-changed',
  'person.removed',
  'person.invited',
  'person.invitation-withdrawn',
];

/** A time, formatted and machine-readable. */
export interface Moment {
  /** ISO 8601. */
  at: string;
  /** Formatted. */
  when: string;
}

export interface PublishedRow extends Moment {
  id: string;
  title: string;
  /** The BCP 47 tag of the title. */
  language: string;
  href: string;
  /** The singular label of the type. */
  type: string;
  /** Codes of the languages published together. */
  languages: Locale[];
  author?: string;
}

export interface ChangeRow extends Moment {
  id: string;
  /** A sentence that names the author. */
  text: string;
}

/** Recent publications, for everyone; recent changes with their authors, for people who may read the audit log. */
export async function readChanges(store: DocumentStore, actor: Actor, config: SiteConfig, locale: Locale) {
  const languages = config.locales.map(({ code }) => code);
  const [published, changes] = await Promise.all([
    latestPublications(store, actor, { language: locale, languages, limit: SHOWN }),
    may(actor, 'audit-log.read') ? searchAuditLog(store, actor, { actions: CHANGES, limit: SHOWN }) : undefined,
  ]);
  const tell = createEntryDescriber(locale);
  const momentOf = (at: number): Moment => ({ at: new Date(at).toISOString(), when: formatMoment(locale, at) });
  return {
    published: published.flatMap((action): PublishedRow | [] => {
      const type = config.contentTypes.find(({ key }) => key === action.type);
      const definition = config.locales.find(({ code }) => code === action.language);
      // Types and languages removed from the configuration have no address.
      if (!type || !definition) return [];
      return {
        id: `${action.itemId} ${action.publishedAt}`,
        title: action.title,
        language: definition.language,
        href: itemPath(config, action.language, action),
        type: type.labels.singular[locale] ?? action.type,
        languages: action.languages,
        ...(action.author !== undefined && { author: action.author }),
        ...momentOf(action.publishedAt),
      };
    }),
    ...(changes && {
      changes: changes.entries.map(
        (entry): ChangeRow => ({ id: entry.id, text: tell(entry).sentence, ...momentOf(entry.at) }),
      ),
    }),
  };
}
