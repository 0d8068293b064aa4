import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import returnedIcon from '~icons/lucide/circle-alert';
import waitingIcon from '~icons/lucide/cloud-off';
import { useBatches, useConnectivity, useDataClient } from '../../data/live/live-context.tsx';
import type { QueuedBatch } from '../../data/storage/data-storage.ts';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { leaveFocus } from '../../ui/kit/return-focus.ts';

const BOX = 'mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border px-4 py-3';

/** The changes of this browser that wait for the connection, and those that the server did not apply. */
export function ChangesNotice() {
  const t = useTranslations('admin.connection.changes');
  const batches = useBatches();
  const isOnline = useConnectivity() === 'online';
  const waiting = batches.filter(({ refused }) => refused === undefined).length;
  return (
    <>
      {waiting > 0 && !isOnline && (
        <p role="status" className={`${BOX} border-line-strong bg-tint font-medium`}>
          <Icon icon={waitingIcon} className="shrink-0 text-[1.125rem]" />
          <span className="min-w-0 grow basis-0">{t('waiting', { count: waiting })}</span>
        </p>
      )}
      {batches.map((batch) => batch.refused && <Returned key={batch.seq} batch={batch} reason={batch.refused} />)}
    </>
  );
}

function Returned({ batch, reason }: { batch: QueuedBatch; reason: NonNullable<QueuedBatch['refused']> }) {
  const t = useTranslations('admin.connection.changes');
  const client = useDataClient();
  const { about, changes, seq } = batch;
  const texts = changes.flatMap(({ fields: { note } }) => (typeof note === 'string' && note !== '' ? [note] : []));
  return (
    <div role="alert" className={`${BOX} border-danger`}>
      <div className="flex min-w-0 grow basis-80 items-start gap-2.5">
        <Icon icon={returnedIcon} className="mt-[0.2em] shrink-0 text-[1.125rem] text-danger" />
        <div className="min-w-0 break-words">
          <p className="font-medium">
            {t.rich('returned', {
              label: about.label,
              reason: t(`reasons.${reason}`),
              page: (label) => (
                <Link to={about.href} className="underline">
                  {label}
                </Link>
              ),
            })}
          </p>
          {texts.map((text) => (
            <p key={text} className="whitespace-pre-wrap text-ink-soft">
              {t('yours', { text })}
            </p>
          ))}
        </div>
      </div>
      <button
        type="button"
        className={buttonStyle('plain')}
        onClick={({ currentTarget }) => {
          leaveFocus(currentTarget);
          void client?.dismiss(seq);
        }}
      >
        {t('dismiss')}
      </button>
    </div>
  );
}
