import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslations } from 'use-intl';
import { acceptedFiles } from '#core/media/media-file.ts';
import { UPLOADS_PATH } from '#core/site/site-paths.ts';
import retryIcon from '~icons/lucide/rotate-cw';
import uploadIcon from '~icons/lucide/upload';
import closeIcon from '~icons/lucide/x';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle, iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { SiteLink } from '../../../ui/site-link.tsx';
import { PROGRESS_BAR } from '../../progress-box.tsx';
import { sendFile } from './send-file.ts';
import { type UploadEntry, UploadQueue } from './upload-queue.ts';

const NOTHING: readonly UploadEntry[] = [];

/** Milliseconds in which stored files are gathered before the list is loaded again. Source: Meki's own. */
const GATHERING = 400;

/** The uploads of the page: from the picker, dropped anywhere, or pasted. What is on its way when the page is left can go on later. */
export function useUploads(path: string | undefined) {
  const { revalidate } = useRevalidator();
  const [queue, setQueue] = useState<UploadQueue>();
  const reload = useRef(revalidate);
  reload.current = revalidate;
  useEffect(() => {
    if (path === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onStored = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void reload.current(), GATHERING);
    };
    const created = new UploadQueue((file, options) => sendFile(path, file, options), onStored);
    setQueue(created);
    const retry = () => created.retryUnreached();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      clearTimeout(timer);
      created.close();
    };
  }, [path]);
  return { queue, entries: useEntries(queue) };
}

/** The files of a queue, as they change. */
export function useEntries(queue: UploadQueue | undefined): readonly UploadEntry[] {
  return useSyncExternalStore(
    (listener) => queue?.entries.subscribe(listener) ?? (() => {}),
    () => queue?.entries.read() ?? NOTHING,
    () => NOTHING,
  );
}

interface UploadButtonProps {
  queue: UploadQueue | undefined;
  /** The page with the plain form. */
  page: string;
  /** Content types that the picker offers; default: all. */
  accept?: string;
}

/** Opens the picker for one or many files; without script, the page with the plain form. */
export function UploadButton({ queue, page, accept = acceptedFiles() }: UploadButtonProps) {
  const t = useTranslations('admin.files.upload');
  const input = useRef<HTMLInputElement>(null);
  if (!queue) {
    return (
      <SiteLink to={page} className={buttonStyle('action')}>
        <Icon icon={uploadIcon} />
        {t('button')}
      </SiteLink>
    );
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={accept}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={({ currentTarget }) => {
          queue.add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <button type="button" onClick={() => input.current?.click()} className={buttonStyle('action')}>
        <Icon icon={uploadIcon} />
        {t('button')}
      </button>
    </>
  );
}

/** Takes files that are dropped or pasted anywhere on the page, and says so while they are over it. */
export function DropZone({ queue }: { queue: UploadQueue | undefined }) {
  const t = useTranslations('admin.files.upload');
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!queue) return;
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth++;
      setOver(true);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (hasFiles(event) && --depth <= 0) setOver(false);
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      queue.add([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) queue.add(files);
    };
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [queue]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-card border-2 border-action border-dashed bg-raised/85">
      <p className="flex items-center gap-3 font-semibold text-action text-h3">
        <Icon icon={uploadIcon} />
        {t('drop')}
      </p>
    </div>
  );
}

interface UnfinishedProps {
  uploads: readonly { id: string; name: string; bytes: number; percent: number }[];
  /** Those of this page, which are not told of twice. */
  entries: readonly UploadEntry[];
}

/** Uploads that a reload or a lost connection ended: they go on once the same file is chosen. */
export function UnfinishedUploads({ uploads, entries }: UnfinishedProps) {
  const t = useTranslations('admin.files.upload');
  const { revalidate } = useRevalidator();
  const interrupted = uploads.filter(
    ({ name, bytes }) =>
      !entries.some(({ file, state }) => state !== 'cancelled' && file.name === name && file.size === bytes),
  );
  if (interrupted.length === 0) return null;
  async function discard(id: string) {
    await fetch(`${UPLOADS_PATH}/${id}`, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => {});
    await revalidate();
  }
  return (
    <section
      aria-labelledby="unfinished"
      className="my-3 rounded-card border border-line bg-raised p-3 noscript:hidden"
    >
      <h2 id="unfinished" className="font-medium">
        {t('unfinished')}
      </h2>
      <p className="text-fine text-ink-soft">{t('unfinishedLead')}</p>
      <ul className="mt-1 max-h-72 divide-y divide-line overflow-y-auto">
        {interrupted.map(({ id, name, percent }) => (
          <li key={id} className="flex items-center gap-3 py-1">
            <p className="min-w-0 grow">
              <bdi className="break-words">{name}</bdi>{' '}
              <span className="text-fine text-ink-soft">{t('arrived', { percent })}</span>
            </p>
            <button
              type="button"
              aria-label={t('discard', { name })}
              onClick={() => void discard(id)}
              className={iconButtonStyle}
            >
              <Icon icon={closeIcon} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The files on their way, each with its progress and what can be done with it. */
export function UploadList({ queue, entries }: { queue: UploadQueue | undefined; entries: readonly UploadEntry[] }) {
  const t = useTranslations('admin.files.upload');
  const done = entries.filter(({ state }) => state === 'sent' || state === 'known').length;
  const total = entries.filter(({ state }) => state !== 'cancelled').length;
  const isBusy = entries.some(({ state }) => state === 'waiting' || state === 'sending');
  return (
    <section
      aria-label={t('list')}
      className={entries.length > 0 ? 'my-3 rounded-card border border-line bg-raised p-3' : ''}
    >
      <div className="flex items-center justify-between gap-3">
        <p role="status" className={entries.length > 0 ? 'font-medium' : 'sr-only'}>
          {entries.length > 0 && t('progress', { done, total })}
        </p>
        {entries.length > 0 && !isBusy && (
          <button type="button" aria-label={t('close')} onClick={() => queue?.clear()} className={iconButtonStyle}>
            <Icon icon={closeIcon} />
          </button>
        )}
      </div>
      {entries.length > 0 && (
        <ul className="mt-1 max-h-72 divide-y divide-line overflow-y-auto">
          {entries.map((entry) => (
            <UploadRow key={entry.key} queue={queue} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  );
}

function UploadRow({ queue, entry }: { queue: UploadQueue | undefined; entry: UploadEntry }) {
  const t = useTranslations('admin.files.upload');
  const { key, file, state, percent, problem } = entry;
  const { name } = file;
  const says =
    state === 'failed'
      ? problem && 'sentence' in problem
        ? problem.sentence
        : t(problem?.key ?? 'failed', { fileMegabytes: problem?.limits?.fileMegabytes ?? 0 })
      : state === 'sending'
        ? percent < 100
          ? t('sending', { percent })
          : t('working')
        : t(state);
  return (
    <li className="flex min-h-11 items-center gap-3 py-1.5">
      <div className="min-w-0 grow">
        <p className="truncate">
          <bdi>{name}</bdi>
        </p>
        {/* The whole list has one live region: that of each would talk over the others. */}
        <p className={`text-fine ${state === 'failed' ? 'font-medium text-danger' : 'text-ink-soft'}`}>{says}</p>
        {state === 'sending' && (
          <progress aria-label={name} value={percent} max={100} className={`mt-1 ${PROGRESS_BAR}`} />
        )}
      </div>
      {(state === 'failed' || state === 'cancelled') && (
        <button
          type="button"
          aria-label={t('retryNamed', { name })}
          onClick={() => queue?.retry(key)}
          className={iconButtonStyle}
        >
          <Icon icon={retryIcon} />
        </button>
      )}
      {(state === 'waiting' || state === 'sending') && (
        <button
          type="button"
          aria-label={t('cancel', { name })}
          onClick={() => queue?.cancel(key)}
          className={iconButtonStyle}
        >
          <Icon icon={closeIcon} />
        </button>
      )}
    </li>
  );
}
