import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useTranslations } from 'use-intl';
import { localeSet } from '#site-config';
import offlineIcon from '~icons/lucide/cloud-off';
import { useConnectivity } from '../data/live/live-context.tsx';
import { useLocale } from '../i18n/message-provider.tsx';
import { Icon } from '../ui/icon.tsx';
import { buttonStyle } from '../ui/kit/button-style.ts';
import { formatMoment } from '../ui/kit/format-moment.ts';
import type { DeviceOwner } from './device-mark.ts';
import { readKeptAt, removeKeptAt } from './kept-mark.ts';
import { keptPathOf } from './kept-path.ts';
import { canKeepPages } from './offline-pages.ts';
import { createPageKeeper, type PageKeeper } from './page-keeper.ts';

/** A notice on an offline page with the time when it was stored, and possible actions. */
export function KeptPageNotice() {
  const keptAt = useKeptAt();
  return keptAt === undefined ? null : <KeptSince keptAt={keptAt} />;
}

function KeptSince({ keptAt }: { keptAt: number }) {
  const t = useTranslations('admin.connection.kept');
  const { code } = useLocale();
  const isBack = useConnectivity() === 'online';
  const isWriting = keptPathOf(localeSet, new URL(window.location.href))?.kind === 'writing';
  const moment = formatMoment(code, keptAt);
  const sentence = isBack ? (isWriting ? 'backWriting' : 'back') : isWriting ? 'writing' : 'reading';
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-line-strong bg-tint px-4 py-3">
      <p role="status" className="flex min-w-0 grow basis-80 items-start gap-2.5 font-medium">
        <Icon icon={offlineIcon} className="mt-[0.2em] shrink-0 text-[1.125rem]" />
        {t(sentence, { moment })}
      </p>
      {isBack && (
        <button type="button" className={buttonStyle('plain')} onClick={() => window.location.reload()}>
          {t('reload')}
        </button>
      )}
    </div>
  );
}

/** Of this window's document, until another page is shown. */
function useKeptAt(): number | undefined {
  const { pathname, search } = useLocation();
  const [kept, setKept] = useState<{ at: number; place: string }>();
  useEffect(() => {
    const at = readKeptAt();
    if (at !== undefined) setKept({ at, place: window.location.pathname + window.location.search });
  }, []);
  const isGone = kept !== undefined && kept.place !== pathname + search;
  useEffect(() => {
    if (!isGone) return;
    removeKeptAt();
    setKept(undefined);
  }, [isGone]);
  return isGone ? undefined : kept?.at;
}

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
