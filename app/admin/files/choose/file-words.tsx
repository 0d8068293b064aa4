import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { FILE_LIMITS } from '#core/files/site-file.ts';
import type { Locale } from '#core/locales/locale.ts';
import { useLiveEvent } from '../../../data/live/live-context.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { createStore } from '../../../ui/kit/create-store.ts';
import { fetchJson } from '../../fetch-json.ts';
import { MOST_NAMED } from '../files-query.ts';
import type { FileWords, WordsOfFiles } from './read-choice.ts';

/** Milliseconds in which the files of a text are gathered for one request. Source: Meki's own. */
const GATHERING = 30;

/** What the files say that a page shows, read as they are asked for, and again when files change. */
class WordsOfPage {
  readonly known = createStore<WordsOfFiles>({});
  readonly #path: string;
  readonly #asked = new Set<string>();
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  ask(id: string): void {
    if (this.#asked.has(id)) return;
    this.#asked.add(id);
    this.#waiting.push(id);
    this.#timer ??= setTimeout(() => this.#read(), GATHERING);
  }

  /** Reads all again. */
  renew(): void {
    this.#waiting = [...this.#asked];
    if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#read(), GATHERING);
  }

  #read(): void {
    this.#timer = undefined;
    const ids = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < ids.length; start += MOST_NAMED) {
      const some = ids.slice(start, start + MOST_NAMED);
      void fetchJson<WordsOfFiles>(`${this.#path}?ids=${some.join()}`).then((answer) => {
        if ('data' in answer) this.known.write({ ...this.known.read(), ...answer.data });
        // The next who asks, or a change of files, tries again.
        else for (const id of some) this.#asked.delete(id);
      });
    }
  }
}

const Words = createContext<WordsOfPage | undefined>(undefined);

/** Reads for its children what files say. @param path of the words of files, in the page's language */
export function FileWordsProvider({ path, children }: { path: string; children: ReactNode }) {
  const [words] = useState(() => new WordsOfPage(path));
  const revision = useLiveEvent('files')?.revision;
  const seen = useRef(revision);
  useEffect(() => {
    // The first one that is known tells of no change.
    if (seen.current !== undefined && seen.current !== revision) words.renew();
    seen.current = revision;
  }, [words, revision]);
  return <Words value={words}>{children}</Words>;
}

const NONE: WordsOfFiles = {};

/** What a file says in a language; `undefined` until it is known. */
export function useFileWords(id: string, language: Locale | undefined): FileWords | undefined {
  const words = useContext(Words);
  useEffect(() => words?.ask(id), [words, id]);
  const known = useSyncExternalStore(
    (listener) => words?.known.subscribe(listener) ?? (() => {}),
    () => words?.known.read() ?? NONE,
    () => NONE,
  );
  return language === undefined ? undefined : known[id] && (known[id][language] ?? {});
}

interface OfferedAltProps {
  offered: FileWords['offered'];
  onTake: (alt: string) => void;
}

/** Offers what a picture itself says as its alternative text, where none is written. */
export function OfferedAlt({ offered, onTake }: OfferedAltProps) {
  const t = useTranslations('editor.picture');
  const text = offered?.alt ?? offered?.caption;
  if (text === undefined) return null;
  const alt = text.slice(0, FILE_LIMITS.alt);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-fine text-ink-soft">
      <span>{t('offered', { text: alt })}</span>
      <button type="button" className={buttonStyle('quiet')} onClick={() => onTake(alt)}>
        {t('useOffered')}
      </button>
    </p>
  );
}
