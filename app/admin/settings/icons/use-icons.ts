import { useEffect, useState } from 'react';
import { LOCAL_ICONS_TIMEOUT, splitIconNames } from '#core/icons/icon-source.ts';
import type { IconData } from '../../../context/context.ts';

/** What the site answers: icons in Iconify's JSON format. */
interface Answer {
  width?: number;
  height?: number;
  icons: { [name: string]: { body: string; width?: number; height?: number } };
}

/** Iconify's default size. */
const SIZE = 16;

/** The drawings of icons by their full names, once the site has answered. */
export function useIcons(names: readonly string[]): ReadonlyMap<string, IconData> {
  const [icons, setIcons] = useState<ReadonlyMap<string, IconData>>(new Map());
  useEffect(() => {
    let isOver = false;
    void fetchIcons(names).then((found) => {
      if (!isOver) setIcons(found);
    });
    return () => {
      isOver = true;
    };
  }, [names]);
  return icons;
}

/**
 * Fetches icons from the site by their full names, such as `lucide:menu`, in requests of at most 500 characters. Those that have not
 * come after 1,500 ms are missing.
 */
export async function fetchIcons(
  names: readonly string[],
  fetch: (path: string, options: { signal: AbortSignal }) => Promise<Response> = globalThis.fetch,
): Promise<Map<string, IconData>> {
  const byPrefix = Map.groupBy(names, (name) => name.split(':', 1)[0] ?? '');
  const found = new Map<string, IconData>();
  const requests = [...byPrefix].flatMap(([prefix, full]) => {
    const own = full.map((name) => name.slice(prefix.length + 1));
    return splitIconNames(own).map((part) => ({ prefix, part }));
  });
  await Promise.all(
    requests.map(async ({ prefix, part }) => {
      const answer = await ask(`/api/_nuxt_icon/${prefix}.json?icons=${part.join(',')}`);
      for (const [name, icon] of Object.entries(answer?.icons ?? {})) {
        const { body, width = answer?.width ?? SIZE, height = answer?.height ?? SIZE } = icon;
        found.set(`${prefix}:${name}`, { body, width, height });
      }
    }),
  );
  return found;

  async function ask(path: string): Promise<Answer | undefined> {
    const over = new AbortController();
    const late = setTimeout(() => over.abort(), LOCAL_ICONS_TIMEOUT);
    try {
      const response = await fetch(path, { signal: over.signal });
      return response.ok ? ((await response.json()) as Answer) : undefined;
    } catch {
      return undefined;
    } finally {
      clearTimeout(late);
    }
  }
}
