import { useEffect } from 'react';
import { useFetcher } from 'react-router';

/**
 * The data of another page of the site, as long as this one shows it; it is read again after every form that is sent.
 * @param before waited for first, whatever comes of it
 */
export function useLoaded<Data>(href: string, before?: () => Promise<unknown>): Data | undefined {
  const { load, data } = useFetcher<Data>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, however often its owner is drawn
  useEffect(() => {
    let isOver = false;
    void Promise.resolve(before?.()).then(() => {
      if (!isOver) void load(href);
    });
    return () => {
      isOver = true;
    };
  }, [href]);
  return data as Data | undefined;
}
