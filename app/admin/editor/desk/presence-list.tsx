import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Tooltip } from '../../../ui/kit/tooltip.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { OpenItem } from '../drafts/open-item.ts';
import { type Presence, usePresence } from '../drafts/presence.ts';

/** The other people who have the item open: initials, and a description of where they are. */
export function PresenceList({ open }: { open: OpenItem }) {
  const t = useTranslations('editor.presence');
  const { languages, user } = useDesk();
  const awareness = useMemo(
    () => Object.fromEntries(Object.entries(open.languages).map(([code, draft]) => [code, draft.awareness])),
    [open],
  );
  const present = usePresence(awareness, user.id);
  const tell = (entry: Presence) => {
    const language = languages.find(({ code }) => code === entry.language)?.name ?? entry.language;
    const name = entry.isSelf ? t('self', { name: entry.name }) : entry.name;
    return entry.place ? t('at', { name, place: t(`places.${entry.place}`), language }) : t('in', { name, language });
  };
  if (present.length === 0) return null;
  return (
    <ul aria-label={t('label')} className="flex flex-wrap gap-1">
      {[...byPerson(present)].map(([id, entries]) => (
        <li key={id}>
          <Tooltip text={entries.map(tell).join(' · ')}>
            <span
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip with the person's place must be reachable by keyboard
              tabIndex={0}
              role="img"
              aria-label={entries.map(tell).join('; ')}
              className={`caret-badge caret-${entries[0]?.color ?? 0} grid size-9 place-items-center rounded-full font-semibold text-fine`}
            >
              {initialsOf(entries[0]?.name ?? '')}
            </span>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

/** If a person is active in one language, only that entry is shown. */
function byPerson(present: readonly Presence[]): Map<string, Presence[]> {
  const people = Map.groupBy(present, ({ id }) => id);
  for (const [id, entries] of people) {
    const placed = entries.filter(({ place }) => place !== undefined);
    people.set(id, placed.length > 0 ? placed : entries.slice(0, 1));
  }
  return people;
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
