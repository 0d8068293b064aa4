import type { RevisionRef } from '#core/items/publishing-actions.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { phraseOf } from '../managed-item/read-managed-item.ts';
import type { createPublishingTranslator } from '../managed-item/read-publishing-messages.ts';

/** The label of a publishing action, with revision numbers and languages: "Publication 3 in Spanish and 1 in English". */
export function publicationName(
  revisions: readonly RevisionRef[],
  { locale, t }: { locale: Locale; t: ReturnType<typeof createPublishingTranslator> },
): string {
  const byNumber = Map.groupBy(revisions, ({ revision }) => revision);
  const parts = [...byNumber].map(([number, those]) => {
    const codes = those.map(({ language }) => language);
    return t('revisions.publicationPart', { number, languages: phraseOf(locale, codes) });
  });
  const { language } = localeDefinition(localeSet, locale);
  return t('revisions.publication', { parts: new Intl.ListFormat(language, { type: 'conjunction' }).format(parts) });
}
