import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import itemIcon from '~icons/lucide/file-text';
import type { CommandGroup } from '../../ui/kit/command-palette/command.ts';

/** Debounce of the search in milliseconds. */
const PAUSE = 150;

/** Minimum characters of a search. */
const ENOUGH = 2;

interface FoundItem {
  id: string;
  label: string;
  type: string;
  href: string;
}

/** Commands for items that match the typed text; none without text or the right to search. */
export function useItemCommands(searchHref: string | undefined, typed: string): CommandGroup[] {
  const t = useTranslations('admin.palette.groups');
  const [found, setFound] = useState<{ typed: string; items: FoundItem[] }>({ typed: '', items: [] });
  const query = typed.trim();
  useEffect(() => {
    if (searchHref === undefined || query.length < ENOUGH) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`${searchHref}?${new URLSearchParams({ q: query })}`, {
          signal: controller.signal,
        });
        if (!response.ok) return;
        setFound({ typed: query, items: ((await response.json()) as { items: FoundItem[] }).items });
      } catch {
        // Without network, the other commands remain.
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [searchHref, query]);
  if (query.length < ENOUGH || found.items.length === 0) return [];
  return [
    {
      id: 'items',
      label: t('items'),
      commands: found.items.map(({ id, label, type, href }) => ({
        id: `item-${id}`,
        label: `${label} · ${type}`,
        // Prevents the palette from filtering out results of the server's search.
        keywords: [found.typed, query],
        icon: itemIcon,
        href,
      })),
    },
  ];
}
