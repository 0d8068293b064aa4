import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { leaveFocus } from '../../ui/kit/return-focus.ts';

interface CalmRows<Row> {
  rows: readonly Row[];
  /** Number of rows that wait until the pointer leaves the list. */
  waiting: number;
  /** Shows them now. */
  show: () => void;
  /** For the element around the list. */
  handlers: { onPointerMove: () => void; onPointerLeave: () => void };
}

/** Milliseconds in which changes are gathered before the page loads its data again. Source: Meki's own. */
const GATHERING = 500;

/** Milliseconds after which a notice says that there are changes, and within which they are taken for what the page itself sent. */
const PATIENCE = 1_500;

interface CalmReload {
  /** Whether there are changes that wait until the pointer leaves the list. */
  isWaiting: boolean;
  /** Loads them now. */
  show: () => void;
  /** For the element around the list. */
  handlers: { onPointerMove: () => void; onPointerLeave: () => void };
}

/** How data is loaded again. */
interface Loading {
  load(): Promise<void>;
  /** Whether it is being loaded, or something is being sent. */
  isLoading: boolean;
  isSending: boolean;
}

/** The router's loading of the page. */
function usePageLoading(): Loading {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation().state;
  return {
    load: revalidate,
    isLoading: navigation !== 'idle' || state !== 'idle',
    isSending: navigation === 'submitting',
  };
}

/**
 * Loads the page's data again after changes on the server, gathered; while the pointer is over the list only when asked, so that
 * nobody clicks on another row than the one they saw.
 * @param revision changes with what the page shows, such as that of a topic; `undefined` until it is known
 * @param loaded the data of the page
 * @param loading of data that is not the page's
 */
export function useCalmReload(revision: string | number | undefined, loaded: unknown, loading?: Loading): CalmReload {
  const ofPage = usePageLoading();
  const { load, isLoading, isSending } = loading ?? ofPage;
  /** The revision that the page's data has at least: the last one known when it began to load, after what the page itself sent. */
  const [known, setKnown] = useState<string | number>();
  const latest = useRef(revision);
  const before = useRef<string | number>(undefined);
  /** Until when changes are told that the page itself has made. */
  const ownUntil = useRef(0);
  const [isHeld, setHeld] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  latest.current = revision;
  useEffect(() => {
    if (isSending) ownUntil.current = Number.POSITIVE_INFINITY;
    else if (isLoading) before.current = latest.current;
    else if (ownUntil.current === Number.POSITIVE_INFINITY) ownUntil.current = performance.now() + PATIENCE;
  }, [isLoading, isSending]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other data has arrived
  useEffect(() => {
    if (before.current !== undefined) setKnown(before.current);
  }, [loaded]);
  useEffect(() => {
    // The first event tells nothing: the page has just been loaded.
    if (revision !== undefined) setKnown((one) => one ?? revision);
  }, [revision]);
  const isDue = revision !== undefined && known !== undefined && revision !== known;
  useEffect(() => {
    setWaiting(false);
    if (!isDue || isLoading) return;
    const isCalm = isHeld && performance.now() > ownUntil.current;
    const work = isCalm ? () => setWaiting(true) : () => void load();
    const timer = setTimeout(work, isCalm ? PATIENCE : GATHERING);
    return () => clearTimeout(timer);
  }, [isDue, isHeld, isLoading, load]);
  return {
    isWaiting,
    show: () => void load(),
    handlers: { onPointerMove: () => setHeld(true), onPointerLeave: () => setHeld(false) },
  };
}

/** Shows what is new in a list, over its upper edge, so that no row moves. The list's element is positioned. */
export function NewerButton({ onShow, children }: { onShow: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        leaveFocus(currentTarget);
        onShow();
      }}
      className={`absolute inset-x-0 -top-5 z-10 mx-auto w-fit shadow-lg ${buttonStyle('action')}`}
    >
      {children}
    </button>
  );
}

/**
 * Keeps the rows of a live list in their places while the pointer is over it, so that nobody clicks on another row than the
 * one they saw. Contents change at once; rows come, go and move when the pointer leaves.
 */
export function useCalmRows<Row extends { id: string }>(rows: readonly Row[]): CalmRows<Row> {
  const [held, setHeld] = useState<readonly Row[]>();
  const show = () => setHeld(undefined);
  const handlers = {
    onPointerMove: () => {
      if (!held && rows.length > 0) setHeld(rows);
    },
    onPointerLeave: show,
  };
  if (!held) return { rows, waiting: 0, show, handlers };
  const current = new Map(rows.map((row) => [row.id, row]));
  const known = new Set(held.map(({ id }) => id));
  return {
    rows: held.map((row) => current.get(row.id) ?? row),
    waiting: rows.filter(({ id }) => !known.has(id)).length,
    show,
    handlers,
  };
}
