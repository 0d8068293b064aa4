import { useEffect, useState } from 'react';
import type { IconData } from '../../../context/context.ts';
import { fetchIcons } from './fetch-icons.ts';

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
