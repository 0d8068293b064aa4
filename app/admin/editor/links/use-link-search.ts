import { useEffect, useState } from 'react';
import type { Locale } from '#core/locales/locale.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { DescribedLink } from './describe-links.ts';
import type { LinkTargets } from './find-link-targets.ts';

/** What a link leads to, named in a language or in any that it has. */
type LinkTitle = { kind: 'searching' } | { kind: 'failed' } | ({ kind: 'found' } & DescribedLink);

/** Debounce of requests in milliseconds. */
const PAUSE = 150;

/** Links that one request asks for: those that the server describes at once. */
const MOST_ASKED = 50;

export type LinkSearchState = { kind: 'searching' } | { kind: 'failed' } | ({ kind: 'found' } & LinkTargets);

const SEARCHING: LinkSearchState = { kind: 'searching' };

/** Link targets for a query, debounced. Never returns the result of another query. @param kinds of what is searched */
export function useLinkSearch(
  path: string,
  query: string,
  language: Locale,
  kinds: Record<string, string>,
): LinkSearchState {
  const asked = `${path}?${new URLSearchParams({ q: query, language, ...kinds })}`;
  const [answered, setAnswered] = useState<{ asked: string; state: LinkSearchState }>();
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(asked, { signal: controller.signal });
        if (!response.ok) throw new Error(`The search answered ${response.status}`);
        setAnswered({ asked, state: { kind: 'found', ...((await response.json()) as LinkTargets) } });
      } catch {
        if (!controller.signal.aborted) setAnswered({ asked, state: { kind: 'failed' } });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked]);
  return answered?.asked === asked ? answered.state : SEARCHING;
}

/** Loads what a link leads to; `undefined` leads nowhere. */
export function useLinkTitle(value: string | undefined, language: Locale): LinkTitle {
  const { paths } = useDesk();
  const [answered, setAnswered] = useState<{ value: string; title: LinkTitle }>();
  useEffect(() => {
    if (value === undefined) return;
    let isWanted = true;
    const show = (title: LinkTitle) => isWanted && setAnswered({ value, title });
    askForLink(`${paths.links}?${new URLSearchParams({ language })}`, value).then(
      (link) => show({ kind: 'found', ...link }),
      () => show({ kind: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [paths.links, value, language]);
  return answered !== undefined && answered.value === value ? answered.title : { kind: 'searching' };
}

/** Links that are asked for in this turn, by the address to ask. Module state: a menu has hundreds, each in a component of its own. */
const waiting = new Map<string, Map<string, PromiseWithResolvers<DescribedLink>>>();

/** Asks for a link together with the others of this turn. */
function askForLink(path: string, value: string): Promise<DescribedLink> {
  const links = waiting.get(path) ?? new Map<string, PromiseWithResolvers<DescribedLink>>();
  if (!waiting.has(path)) {
    waiting.set(path, links);
    setTimeout(() => {
      waiting.delete(path);
      const all = [...links];
      while (all.length > 0) void answerLinks(path, all.splice(0, MOST_ASKED));
    });
  }
  const asked = links.get(value) ?? Promise.withResolvers<DescribedLink>();
  links.set(value, asked);
  return asked.promise;
}

async function answerLinks(path: string, asked: [string, PromiseWithResolvers<DescribedLink>][]): Promise<void> {
  try {
    const response = await fetch(`${path}&${new URLSearchParams(asked.map(([value]) => ['link', value]))}`);
    if (!response.ok) throw new Error(`The search answered ${response.status}`);
    const links = (await response.json()) as DescribedLink[];
    for (const [index, [, { resolve, reject }]] of asked.entries()) {
      const link = links[index];
      if (link) resolve(link);
      else reject(new Error('The search left out a link'));
    }
  } catch (error) {
    for (const [, { reject }] of asked) reject(error);
  }
}
