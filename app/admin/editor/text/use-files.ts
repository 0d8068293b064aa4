import { useEffect, useState } from 'react';
import { useLiveEvent } from '../../../data/live/live-context.tsx';
import { fetchJson } from '../../fetch-json.ts';
import type { FoundFile } from '../../files/choose/named-route.ts';

export type FilesFound = { kind: 'loading' | 'failed' } | { kind: 'found'; files: FoundFile[] };

/** Asks what files are, and again when files of the site change. @param address of the question */
export function useFiles(address: string): FilesFound {
  const [found, setFound] = useState<FilesFound>({ kind: 'loading' });
  const revision = useLiveEvent('files')?.revision;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision asks again
  useEffect(() => {
    let isLeft = false;
    void fetchJson<{ files: FoundFile[] }>(address).then((answer) => {
      if (!isLeft) setFound('data' in answer ? { kind: 'found', files: answer.data.files } : { kind: 'failed' });
    });
    return () => {
      isLeft = true;
    };
  }, [address, revision]);
  return found;
}

/** `PDF · 1.2 MB · 12` @param pages says a number of pages */
export function factsOf({ format, size, pages, duration }: FoundFile, say: (count: number) => string): string {
  return [format, size, pages !== undefined && say(pages), duration].filter(Boolean).join(' · ');
}
