import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { auditWrite } from '../audit/audit-log.ts';
import { groupField } from '../content/own-contents.ts';
import { defineCollection } from '../documents/collection.ts';
import type { DocumentReader, DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';
import type { Localized } from '../locales/locale.ts';
import { listedTypes } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** What can have an icon: content types, links of the header, and groups of questions. */
export const ICON_KINDS = ['types', 'navigation', 'groups'] as const;

export type IconKind = (typeof ICON_KINDS)[number];

/** With its drawing, so that a page has it without looking it up. */
const chosenIcon = z.strictObject({
  name: z.string().min(3).max(200),
  body: z.string().max(100_000),
  width: z.number().positive(),
  height: z.number().positive(),
});

const byKey = z.record(z.string(), chosenIcon);

const schema = z.strictObject({ types: byKey, navigation: byKey, groups: byKey });

/** The icons that the team chose, by kind and key. */
export type SiteIcons = z.infer<typeof schema>;

/** `site-icons/chosen`, the only document. Missing until an icon is chosen. */
export const siteIcons = defineCollection({
  name: 'site-icons',
  key: () => 'chosen',
  schema,
  indexes: [],
  policy: { read: 'public' },
});

const NONE: SiteIcons = { types: {}, navigation: {}, groups: {} };

export async function readSiteIcons(store: DocumentReader): Promise<SiteIcons> {
  return (await getDocument(store, siteIcons.at()))?.data ?? NONE;
}

/** A place of the site for an icon. */
export interface IconPlace {
  kind: IconKind;
  key: string;
  /** Missing for a page in the navigation, which is called as its item. */
  labels?: Localized;
  /** The icon that the configuration gives it. */
  icon?: string;
}

/** The places of a site, in the order in which they appear. */
export function listIconPlaces({ contentTypes, navigation, pages = {} }: SiteConfig): IconPlace[] {
  const labelsOf = (name: string) => pages[name] ?? contentTypes.find(({ key }) => key === name)?.labels.plural;
  const faq = contentTypes.find(({ appearsAs }) => appearsAs === 'faq');
  const groups = faq ? (groupField(faq)?.choices ?? []) : [];
  return [
    ...listedTypes({ contentTypes }).map(({ key, labels, icon }) => ({
      kind: 'types' as const,
      key,
      labels: labels.plural,
      icon,
    })),
    ...navigation.map((key) => {
      const labels = labelsOf(key);
      return { kind: 'navigation' as const, key, ...(labels && { labels }) };
    }),
    ...groups.map(({ value, labels }) => ({ kind: 'groups' as const, key: value, labels })),
  ];
}

/**
 * Chooses the icon of a place, or returns to that of the configuration. @param icon `undefined`: none
 * @throws {Forbidden}
 */
export async function chooseSiteIcon(
  { store, now = Date.now }: { store: DocumentStore; now?: () => number },
  actor: Actor,
  { kind, key }: Pick<IconPlace, 'kind' | 'key'>,
  icon: SiteIcons[IconKind][string] | undefined,
): Promise<void> {
  requireMay(actor, 'settings.manage');
  await retryOnConflict(async () => {
    const ref = siteIcons.at();
    const stored = await getDocument(store, ref);
    const { [key]: _, ...others } = (stored?.data ?? NONE)[kind];
    const next = { ...(stored?.data ?? NONE), [kind]: { ...others, ...(icon && { [key]: icon }) } };
    const by = actor.kind === 'anonymous' ? actor : { kind: actor.kind, id: actor.id, name: actor.name.slice(0, 300) };
    await store.commit([
      setDocument(ref, next, stored ? { version: stored.version } : { exists: false }),
      auditWrite({ at: now(), actor: by, action: 'site.icon-changed' }),
    ]);
  });
}
