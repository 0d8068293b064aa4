import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { ISSUE_KINDS, type IssueKind } from '#core/content/card-issues.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { countItemCards, listScheduledCards } from '#core/item-cards/list-item-cards.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { createItemsTranslator } from '../items/actions/read-items-messages.ts';
import type { Moment } from './read-changes.ts';

/** Maximum scheduled actions shown. Source: Meki's own. */
const SHOWN = 5;

/** Pending work, for people who may read drafts. */
export interface Work {
  title: string;
  /** Number of items with pending work, formatted. */
  total: string;
  href: string;
  kinds: { kind: IssueKind; label: string; count: number; href: string }[];
  scheduleTitle: string;
  scheduled: (Moment & { id: string; title: string; language: string; action: string; href: string })[];
}

/** Counts of pending work on the site, and the next scheduled actions. */
export async function readWork(
  store: DocumentStore,
  actor: Actor,
  { config, locale, pathTo }: { config: SiteConfig; locale: Locale; pathTo: (path: string) => string },
): Promise<Work | undefined> {
  if (!may(actor, 'draft.read')) return undefined;
  const countOf = (kind?: IssueKind) =>
    countItemCards(store, actor, {
      place: 'shown',
      sort: 'work',
      work: kind === undefined ? {} : { kind },
      language: locale,
    });
  const [total, cards, ...counts] = await Promise.all([
    countOf(),
    listScheduledCards(store, actor, SHOWN),
    ...ISSUE_KINDS.map(countOf),
  ]);
  const t = createItemsTranslator(locale);
  const board = pathTo('/admin/health');
  return {
    title: t('health.title'),
    total: t('health.items', { count: total }),
    href: board,
    kinds: ISSUE_KINDS.flatMap((kind, index) => {
      const count = counts[index] ?? 0;
      return count > 0 ? [{ kind, label: t(`health.kinds.${kind}`), count, href: `${board}?kind=${kind}` }] : [];
    }),
    scheduleTitle: t('schedule.title'),
    scheduled: cards.flatMap((card) => {
      const next = nextOf(card);
      if (!next) return [];
      const { at, action, language } = next;
      return [
        {
          id: card.id,
          title: card.languages[language]?.title || t('untitled'),
          language: localeDefinition(config, language).language,
          action: t(`schedule.${action}`),
          at: new Date(at).toISOString(),
          when: formatMoment(locale, at),
          href: pathTo(`/admin/items/${card.type}/${card.id}`),
        },
      ];
    }),
  };
}

/** The next scheduled action of an item. */
function nextOf({ languages }: ItemCard) {
  const planned = Object.entries(languages).flatMap(([language, { schedule }]) =>
    (['publish', 'unpublish'] as const).flatMap((action) => {
      const at = schedule?.[`${action}At`];
      return at === undefined ? [] : [{ at, action, language }];
    }),
  );
  return planned.sort((a, b) => a.at - b.at)[0];
}
