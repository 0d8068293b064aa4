import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import type { DeviceOwner } from './device-mark.ts';
import { canKeepPages } from './open-offline-pages.ts';
import { createPageKeeper, type PageKeeper } from './page-keeper.ts';

/** Stores visited pages of the admin area on the device, for when the server cannot be reached. */
export function useKeptPages({ person, until }: DeviceOwner): void {
  const { pathname, search } = useLocation();
  const isIdle = useNavigation().state === 'idle';
  const [keeper, setKeeper] = useState<PageKeeper>();
  useEffect(() => {
    if (import.meta.env.PROD && canKeepPages()) setKeeper(createPageKeeper({ person, until }));
  }, [person, until]);
  useEffect(
    () => (isIdle ? keeper?.keep(new URL(pathname + search, window.location.origin)) : undefined),
    [keeper, isIdle, pathname, search],
  );
}
