import type { LoaderFunctionArgs } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { AuditAction } from '#core/audit/audit-actions.ts';
import { searchAuditLog } from '#core/audit/audit-log.ts';
import type { CountedState } from '#core/content/item-card.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { countItems, type ItemCount } from '#core/item-cards/count-items.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import type { People } from '#core/people/people.ts';
import { latestPublications } from '#core/public-content/latest-publications.ts';
import { itemPath, listedTypes, listingPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { pageServices } from '../../context/context.ts';
import { languageName } from '../../i18n/language-name.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { createEntryDescriber } from '../audit/describe-entry.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { newItemLinks } from '../read-admin-frame.ts';
import { requirePermission } from '../require-permission.ts';
import { readWork } from './read-work.ts';

/** A type that the public reads. */
export interface ReadingRow {
  id: string;
  label: string;
  /** Public items in the page's language. */
  count: number;
  /** A public page. */
  href: string;
}

/** A next step for a new owner. */
type NextStep = 'content' | 'home' | 'look' | 'team' | 'account';

/** Loads what the person may see of the site, and the next steps for a new owner. */
export async function readDashboard(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { store, people, pathTo, locale } = request;
  const { config, content } = args.context.get(pageServices);
  const { current, actor } = await requirePermission(request, 'admin.enter');
  const { name, role, languages } = current.user;
  const { language: inLanguage } = localeDefinition(config, locale);
  const languageNames = new Map(config.locales.map(({ code, language }) => [code, languageName(inLanguage, language)]));
  const site = { types: listedTypes(config).map(({ key }) => key), languages: [...languageNames.keys()] };
  const [counts, changes, isAlone, work, home] = await Promise.all([
    countItems(store, actor, site),
    readChanges(store, actor, config, locale),
    isAloneIn(people, actor),
    readWork(store, actor, { config, locale, pathTo }),
    content.cards(locale, ['home']),
  ]);
  const types = new Map(config.contentTypes.map(({ key, labels }) => [key, labels.plural[locale] ?? key]));
  const seesDrafts = may(actor, 'draft.read');
  const rows = countRows(counts, { types, languages: languageNames });
  const pages = config.contentTypes.find(({ appearsAs }) => appearsAs === 'page');
  const links: { [step in NextStep]?: string } = {
    ...(pages && { content: pathTo(`/admin/items/${pages.key}`), home: pathTo(`/admin/items/${pages.key}`) }),
    look: pathTo('/'),
    team: pathTo('/admin/people'),
    account: pathTo('/admin/account'),
  };
  return {
    pageMessages: readPageMessages(locale, 'dashboard'),
    title: createAdminTranslator(locale)('pages.dashboard'),
    name,
    role,
    /** The languages a translator may edit, formatted. */
    languages: new Intl.ListFormat(inLanguage).format(languages.map((code) => languageNames.get(code) ?? code)),
    /** What of the site's lists is public, for those who may read nothing else. */
    reading: seesDrafts ? undefined : readingRows(counts, config, locale),
    counts: seesDrafts ? rows : undefined,
    newItems: may(actor, 'item.create') ? newItemLinks(config, locale) : [],
    ...changes,
    ...(work && rows.length > 0 && { work }),
    languageNames: Object.fromEntries(languageNames),
    steps: nextSteps({ isAlone, hasItems: rows.length > 0, hasHome: !pages || home.length > 0 }).map((step) => ({
      step,
      href: links[step],
    })),
    ...(may(actor, 'audit-log.read') && { auditHref: pathTo('/admin/audit') }),
    ...(may(actor, 'site-texts.edit') && { helpHref: pathTo('/admin/help') }),
  };
}

/** Where the public reads each type, with the number of its items in the page's language; none for types without any. */
export function readingRows(counts: readonly ItemCount[], config: SiteConfig, locale: Locale): ReadingRow[] {
  return config.contentTypes.flatMap(({ key, labels, appearsAs }) => {
    const count = counts.find(({ type, language }) => type === key && language === locale)?.states.published ?? 0;
    if (count === 0) return [];
    const page = appearsAs === 'faq' ? '/faq' : '/';
    const href = appearsAs === 'collection' ? listingPath(config, locale, key) : localizePath(config, locale, page);
    return [{ id: key, label: labels.plural[locale] ?? key, count, href }];
  });
}

/** Whether there are no other people or invitations, as far as the person may see. */
async function isAloneIn(people: People, actor: Actor): Promise<boolean> {
  if (!may(actor, 'people.manage')) return false;
  const [{ people: found }, invitations] = await Promise.all([
    people.list(actor, { limit: 2 }),
    people.listInvitations(actor),
  ]);
  return found.length < 2 && invitations.length === 0;
}

export type DashboardData = Awaited<ReturnType<typeof readDashboard>>;

/** The steps for an owner without a team; none for everyone else. @param site.hasHome whether its home page is published */
export function nextSteps({
  isAlone,
  hasItems,
  hasHome,
}: {
  isAlone: boolean;
  hasItems: boolean;
  hasHome: boolean;
}): NextStep[] {
  if (!isAlone) return [];
  const first = hasHome ? 'look' : 'home';
  return [hasItems ? first : 'content', 'team', 'account'];
}

/** The states in the order of the chart: published first, missing last. */
const ORDER: readonly CountedState[] = ['published', 'changed', 'draft', 'scheduled', 'archived', 'missing'];

/** A bar of the chart: one type in one language. */
export interface CountRow {
  /** `studies es` */
  id: string;
  type: string;
  language: string;
  total: number;
  /** Only those that there are. */
  states: { state: CountedState; count: number }[];
}

/** @param names labels of types and languages in the page's language, by key and code. @returns no rows for what has no items */
export function countRows(
  counts: readonly ItemCount[],
  names: { types: ReadonlyMap<string, string>; languages: ReadonlyMap<string, string> },
): CountRow[] {
  return counts.flatMap(({ type, language, states: numbers }) => {
    const states = ORDER.flatMap((state) => {
      const count = numbers[state] ?? 0;
      return count === 0 ? [] : [{ state, count }];
    });
    if (states.length === 0) return [];
    return [
      {
        id: `${type} ${language}`,
        type: names.types.get(type) ?? type,
        language: names.languages.get(language) ?? language,
        total: states.reduce((sum, { count }) => sum + count, 0),
        states,
      },
    ];
  });
}

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
async function readChanges(store: DocumentStore, actor: Actor, config: SiteConfig, locale: Locale) {
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
