import type { Item } from '#core/content/item.ts';
import { checkItems } from '#core/items/check-items.ts';
import { findPartners } from '#core/items/find-partners.ts';
import { type PublicationTarget, publishItems } from '#core/items/publish-items.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import type { ManagedItem } from '../managed-item/read-managed-item.ts';
import { warningKeys } from './check-sentence.ts';
import type { PublishingForm } from './publishing-form.ts';

/** Another item that is published in the same action, because it leaves the address that this one needs. */
export interface CheckedPartner {
  item: Item;
  /** The version of its document that was checked. */
  version: number;
  languages: Locale[];
  checks: Check[];
}

type PublishTogetherOutcome =
  | { ok: true; isSame: boolean; isTogether: boolean }
  | { ok: false; reason: 'not-found' | 'in-trash' | 'conflict' | 'language-missing' }
  | { ok: false; reason: 'too-many'; most: number }
  | { ok: false; reason: 'checks' | 'warnings' | 'together'; checks: Check[]; partners: CheckedPartner[] };

/** The key of a partner to confirm: the item, and its old and new address in each language. */
export function partnerKey({ item, languages }: Pick<CheckedPartner, 'item' | 'languages'>): string {
  const moves = languages.map((code) => {
    const { publishedSlug = '', slug = '' } = item.languages[code] ?? {};
    return `${code}:${publishedSlug}>${slug}`;
  });
  return [item.id, ...moves].join(' ');
}

/**
 * Publishes languages of an item together with the items that leave the addresses it needs. Errors block; so does what was not
 * confirmed: warnings and other items.
 */
export async function publishTogether(
  { dependencies, actor }: Pick<ManagedItem, 'dependencies' | 'actor'>,
  { accepted, together }: Pick<PublishingForm, 'accepted' | 'together'>,
  target: PublicationTarget,
): Promise<PublishTogetherOutcome> {
  const found = await findPartners(dependencies, actor, [target]);
  const others = found.map(({ item: { id }, version, languages }) => ({ id, languages, expectedVersion: version }));
  const targets = [target, ...others];
  const all = await checkItems(dependencies, actor, targets);
  const checks = all?.get(target.id) ?? [];
  const partners = found.map((partner) => ({ ...partner, checks: all?.get(partner.item.id) ?? [] }));
  const told = [...checks, ...partners.flatMap((partner) => partner.checks)];
  if (told.some(({ severity }) => severity === 'error')) return { ok: false, reason: 'checks', checks, partners };
  if (partners.some((partner) => !together.includes(partnerKey(partner)))) {
    return { ok: false, reason: 'together', checks, partners };
  }
  const keys = [...warningKeys(checks), ...partners.flatMap(({ item, checks: own }) => warningKeys(own, item.id))];
  if (!keys.every((key) => accepted.includes(key))) {
    return { ok: false, reason: partners.length > 0 ? 'together' : 'warnings', checks, partners };
  }
  const outcome = await publishItems(dependencies, actor, targets, { acceptWarnings: true });
  if (!outcome.ok) return outcome.reason === 'checks' ? { ok: false, reason: 'conflict' } : outcome;
  const isSame = outcome.published.every(({ changed }) => changed.length === 0);
  return { ok: true, isSame, isTogether: partners.length > 0 };
}
