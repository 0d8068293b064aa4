import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { acceptedFiles, type FileKind } from '#core/media/media-file.ts';
import checkIcon from '~icons/lucide/check';
import { AddedMessages } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { fetchJson } from '../../fetch-json.ts';
import type { FileRow } from '../file-row.ts';
import { Thumbnail } from '../file-views.tsx';
import { FilesFilter } from '../files-filter.tsx';
import { choiceAddress, MOST_NAMED } from '../files-query.ts';
import { sendFile } from '../upload/send-file.ts';
import { DropZone, UploadButton, UploadList, useEntries } from '../upload/upload-panel.tsx';
import { UploadQueue } from '../upload/upload-queue.ts';
import type { FileChoice } from './read-choice.ts';

export interface FilePickerProps {
  /** Address of the library as JSON, in the page's language. */
  path: string;
  kinds: readonly FileKind[];
  /** Whether several can be chosen; else the first that is chosen is the only one. */
  isMultiple?: boolean;
  /** The item whose files come first. */
  item?: string | undefined;
  /** What is shown at first. */
  first: FileChoice;
  /** Called with ids, in the order in which they were chosen. */
  onChoose: (ids: string[]) => void;
}

/** Chooses files of the library, which it loads with its messages. */
export function FilePicker(props: FilePickerProps) {
  const { admin } = useMessages();
  const withFiles = { admin: { ...admin, ...props.first.list.pageMessages.admin } };
  return (
    <AddedMessages messages={withFiles}>
      <Picker {...props} />
    </AddedMessages>
  );
}

function Picker(props: FilePickerProps) {
  const { isMultiple = false, onChoose } = props;
  const t = useTranslations('admin.files');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [added, setAdded] = useState<readonly string[]>([]);
  const { choice, rows, state, search, more } = useChoice(props, added);
  const { list, named, used } = choice;
  const onStored = useCallback(
    (ids: string[]) => {
      const [only] = ids;
      if (!isMultiple && ids.length === 1 && only !== undefined) return onChoose([only]);
      setAdded((before) => [...new Set([...ids, ...before])].slice(0, MOST_NAMED));
      if (isMultiple) setChosen((before) => [...new Set([...before, ...ids])]);
    },
    [isMultiple, onChoose],
  );
  const { queue, entries } = useQueue(list.upload?.send, {
    kinds: props.kinds,
    otherKind: (name) => t('choose.otherKind', { name }),
    onStored,
  });
  const isNarrowed = list.clearHref !== undefined;
  const first = new Set([...named, ...(isNarrowed ? [] : used)].map(({ id }) => id));
  const groups = [
    { label: t('choose.added'), rows: named },
    { label: t('choose.used'), rows: isNarrowed ? [] : used.filter(({ id }) => !added.includes(id)) },
    {
      label: t(isNarrowed ? 'choose.found' : 'choose.recent'),
      rows: rows.filter(({ id, kind }) => !first.has(id) && props.kinds.includes(kind)),
    },
  ].filter((group) => group.rows.length > 0);
  const toggle = (id: string) => {
    if (!isMultiple) return onChoose([id]);
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  };
  return (
    <>
      <DropZone queue={queue} />
      {queue && list.upload && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <UploadButton queue={queue} page={list.upload.page} accept={acceptedFiles(props.kinds)} />
          <p className="text-ink-soft pointer-coarse:hidden">{t('choose.hint')}</p>
        </div>
      )}
      <UploadList queue={queue} entries={entries} />
      <FilesFilter list={list} onSend={search} />
      <p role="status" className="min-h-6 text-fine text-ink-soft">
        {state === 'loading' && t('choose.loading')}
        {state === 'failed' && t('choose.failed')}
        {state === 'ready' && groups.length === 0 && list.empty}
        {state === 'ready' && isNarrowed && rows.length > 0 && t('countSome', { count: rows.length })}
      </p>
      <FileOptions
        label={t('list')}
        groups={groups}
        chosen={chosen}
        isMultiple={isMultiple}
        onToggle={toggle}
        onSubmit={(id) => onChoose(chosen.length > 0 ? [...chosen] : [id])}
      />
      {list.nextHref !== undefined && (
        <button type="button" className={`mt-3 self-center ${buttonStyle('plain')}`} onClick={more}>
          {t('choose.more')}
        </button>
      )}
      {isMultiple && (
        <div className="sticky -bottom-5 -mx-5 mt-auto -mb-5 flex items-center gap-4 border-line border-t bg-raised px-5 py-3 sm:-mx-6 sm:px-6">
          <button
            type="button"
            className={`${buttonStyle('action')} aria-disabled:cursor-not-allowed aria-disabled:opacity-60`}
            aria-disabled={chosen.length === 0}
            onClick={() => chosen.length > 0 && onChoose([...chosen])}
          >
            {t('choose.take', { count: chosen.length })}
          </button>
        </div>
      )}
    </>
  );
}

/** The page of the library that was asked for last, with those that were added to it. */
function useChoice({ first, ...props }: FilePickerProps, added: readonly string[]) {
  const [choice, setChoice] = useState(first);
  const [rows, setRows] = useState<FileRow[]>(first.list.rows);
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready');
  const values = useRef(new URLSearchParams());
  const asked = useRef(0);
  const latest = useRef({ props, added });
  latest.current = { props, added };
  const ask = useCallback(async (next: URLSearchParams, isFurther: boolean) => {
    const number = ++asked.current;
    setState('loading');
    const { props: now, added: ids } = latest.current;
    const params = new URLSearchParams(next);
    if (ids.length > 0) params.set('ids', ids.join());
    const answer = await fetchJson<FileChoice>(choiceAddress(now, params));
    // A later question is on its way.
    if (number !== asked.current) return;
    if (!('data' in answer)) return setState('failed');
    setChoice(answer.data);
    const found = answer.data.list.rows;
    setRows((before) => (isFurther ? [...before, ...found] : found));
    setState('ready');
  }, []);
  useEffect(() => {
    if (added.length > 0) void ask(values.current, false);
  }, [added, ask]);
  const search = useCallback(
    (next: URLSearchParams) => {
      values.current = next;
      void ask(next, false);
    },
    [ask],
  );
  const more = () => void ask(new URLSearchParams(choice.list.nextHref?.split('?')[1]), true);
  return { choice, rows, state, search, more };
}

interface QueueOptions {
  kinds: readonly FileKind[];
  /** Says of a file that it is in the library, but cannot be chosen here. */
  otherKind: (name: string) => string;
  /** Called with the ids of the files once none is on its way. */
  onStored: (ids: string[]) => void;
}

/** Uploads of the dialog, which end with it. */
function useQueue(path: string | undefined, options: QueueOptions) {
  const [queue, setQueue] = useState<UploadQueue>();
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (path === undefined) return;
    const reported = new Set<number>();
    const created = new UploadQueue(
      async (file, sending) => {
        const outcome = await sendFile(path, file, sending);
        const { kinds, otherKind } = latest.current;
        if (!outcome.ok || kinds.includes(outcome.fileKind)) return outcome;
        return { ok: false, kind: 'refused', problem: otherKind(file.name) };
      },
      () => {},
    );
    const end = created.entries.subscribe(() => {
      const entries = created.entries.read();
      if (entries.some(({ state }) => state === 'waiting' || state === 'sending')) return;
      const stored = entries.filter(({ key, id }) => id !== undefined && !reported.has(key));
      for (const { key } of stored) reported.add(key);
      if (stored.length > 0) latest.current.onStored(stored.flatMap(({ id }) => id ?? []));
    });
    setQueue(created);
    return () => {
      end();
      created.close();
    };
  }, [path]);
  return { queue, entries: useEntries(queue) };
}

interface FileOptionsProps {
  label: string;
  groups: readonly { label: string; rows: readonly FileRow[] }[];
  chosen: readonly string[];
  isMultiple: boolean;
  onToggle: (id: string) => void;
  /** Called for Enter at a file. */
  onSubmit: (id: string) => void;
}

/** Files to choose from, in a grid: arrows lead from one to the next, Space chooses, Enter ends. */
function FileOptions({ label, groups, chosen, isMultiple, onToggle, onSubmit }: FileOptionsProps) {
  const grid = useRef<HTMLDivElement>(null);
  const ids = groups.flatMap(({ rows }) => rows.map(({ id }) => id));
  const [at, setAt] = useState<string>();
  const current = at !== undefined && ids.includes(at) ? at : ids[0];
  // With a keyboard, the arrows work at once; a screen keyboard would cover what is to be chosen.
  useEffect(() => option(grid.current, 0)?.focus({ preventScroll: true }), []);
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const options = [...(grid.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
    const index = options.indexOf(event.target as HTMLElement);
    const id = ids[index];
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(options, index, event.key);
    if (next) next.focus();
    else if (event.key === ' ') onToggle(id);
    else if (event.key === 'Enter') onSubmit(id);
    else return;
    event.preventDefault();
  }
  if (ids.length === 0) return null;
  return (
    <div
      ref={grid}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMultiple || undefined}
      onKeyDown={onKeyDown}
      className="grid gap-4"
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={group.label} role="group" aria-label={group.label}>
          <p aria-hidden="true" className="mb-2 font-semibold text-fine text-ink-soft">
            {group.label}
          </p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,44%),1fr))] gap-3">
            {group.rows.map((row) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list
              <div
                key={row.id}
                role="option"
                tabIndex={row.id === current ? 0 : -1}
                aria-selected={chosen.includes(row.id)}
                onFocus={() => setAt(row.id)}
                onClick={() => onToggle(row.id)}
                className="relative cursor-pointer scroll-mt-4 scroll-mb-20 rounded-card border border-line bg-raised hover:border-line-strong aria-selected:border-action aria-selected:shadow-[inset_0_0_0_1px_var(--action)]"
              >
                <Thumbnail row={row} className="aspect-[4/3] rounded-t-card" sizes="12rem" />
                <span className="block p-2">
                  <bdi className="block truncate font-medium">{row.title ?? row.name}</bdi>
                  <span className="block truncate text-fine text-ink-soft">{row.size}</span>
                </span>
                {chosen.includes(row.id) && (
                  <span className="absolute end-2 top-2 grid size-7 place-items-center rounded-full bg-action text-on-action">
                    <Icon icon={checkIcon} />
                  </span>
                )}
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function option(grid: HTMLElement | null, index: number): HTMLElement | undefined {
  return [...(grid?.querySelectorAll<HTMLElement>('[role=option]') ?? [])][index];
}

/** The option that a key leads to: above and below, the nearest of the next line. */
function neighbour(options: readonly HTMLElement[], index: number, key: string): HTMLElement | undefined {
  const from = options[index];
  if (!from) return undefined;
  const isRtl = getComputedStyle(from).direction === 'rtl';
  if (key === 'Home') return options[0];
  if (key === 'End') return options.at(-1);
  if (key === 'ArrowLeft' || key === 'ArrowRight') return options[index + ((key === 'ArrowRight') === isRtl ? -1 : 1)];
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const here = from.getBoundingClientRect();
  const isBeyond = ({ top }: DOMRect) => (key === 'ArrowDown' ? top > here.top + 1 : top < here.top - 1);
  const beyond = options
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => isBeyond(box));
  const distance = ({ box }: { box: DOMRect }) => Math.abs(box.top - here.top) * 1_000 + Math.abs(box.left - here.left);
  return beyond.sort((a, b) => distance(a) - distance(b))[0]?.element;
}
