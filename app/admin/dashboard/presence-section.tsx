import { useTranslations } from 'use-intl';
import { idOf } from '#core/documents/document-path.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { useLive, useTarget } from '../../data/live/live-context.tsx';
import { documentsOf } from '../../data/target-view.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import { SiteLink } from '../../ui/site-link.tsx';

/** The members of an item card that are shown. */
interface ShownCard {
  type: string;
  sourceLanguage: string;
  languages: { [language: string]: { title: string } | undefined };
}

/** Maximum items in the list. Source: Meki's own. */
const SHOWN = 10;

/** Who is editing what at this moment; nothing without script or a connection. */
export function PresenceSection() {
  const t = useTranslations('admin.dashboard.presence');
  const { code, language } = useLocale();
  const edited = (useLive('presence')?.edited ?? []).slice(0, SHOWN);
  const view = useTarget(
    edited.length > 0 ? { documents: edited.map(({ itemId }) => `item-cards/${itemId}` as const) } : undefined,
  );
  const cards = new Map(view && documentsOf<ShownCard>(view).map((document) => [idOf(document), document.data]));
  const rows = edited.flatMap(({ itemId, people }) => {
    const card = cards.get(itemId);
    return card ? [{ itemId, card, names: people.map(({ name }) => name) }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="presence" className="mt-8">
      <h2 id="presence" className="mb-2 font-semibold text-h3">
        {t('title')}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-raised">
        {rows.map(({ itemId, card, names }) => {
          const [title, titleLanguage] = titleOf(card, code);
          return (
            <li key={itemId} className="flex flex-wrap items-center gap-x-4 px-4 py-1.5">
              <SiteLink
                to={localizePath(localeSet, code, `/admin/items/${card.type}/${itemId}`)}
                lang={titleLanguage}
                className="inline-flex min-h-11 min-w-0 grow items-center break-words font-medium underline-offset-4 hover:underline"
              >
                {title || t('untitled')}
              </SiteLink>
              <span className="text-fine text-ink-soft">{new Intl.ListFormat(language).format(names)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function titleOf(
  { languages, sourceLanguage }: ShownCard,
  code: string,
): [title: string, language: string | undefined] {
  const found = [code, sourceLanguage, ...Object.keys(languages)].find((one) => languages[one]?.title.trim());
  const definition = localeSet.locales.find((one) => one.code === found);
  return [(found && languages[found]?.title) || '', definition?.language];
}
