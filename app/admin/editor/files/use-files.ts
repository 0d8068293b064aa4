import { useEffect, useState } from 'react';
import { useLiveEvent } from '../../../data/live/live-context.tsx';
import { fetchJson } from '../../fetch-json.ts';
import type { FoundFile } from '../../files/find/route.ts';

/** Milliseconds after a key until the server is asked. Source: Meki's own. */
const PAUSE = 200;

export type FilesFound = { kind: 'loading' | 'failed' } | { kind: 'found'; files: FoundFile[] };

/** Asks for files, and again when files of the site change. @param address of the question; another one a moment after the last key */
export function useFiles(address: string): FilesFound {
  const [found, setFound] = useState<FilesFound>({ kind: 'loading' });
  const revision = useLiveEvent('files')?.revision;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision asks again
  useEffect(() => {
    let isLeft = false;
    const timer = setTimeout(async () => {
      const answer = await fetchJson<{ files: FoundFile[] }>(address);
      if (!isLeft) setFound('data' in answer ? { kind: 'found', files: answer.data.files } : { kind: 'failed' });
    }, PAUSE);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [address, revision]);
  return found;
}

/** `PDF · 1.2 MB · 12` @param pages says a number of pages */
export function factsOf({ format, size, pages, duration }: FoundFile, say: (count: number) => string): string {
  return [format, size, pages !== undefined && say(pages), duration].filter(Boolean).join(' · ');
}
