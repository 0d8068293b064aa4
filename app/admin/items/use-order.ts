import type { Announcements } from '@dnd-kit/core';
import { arrayMove } from '@dnd-kit/sortable';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslations } from 'use-intl';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';
import { afterMove, chainMoves, type Move, type MoveOutcome, sendMove } from './actions/chain-moves.ts';
import type { ItemRow } from './item-row.ts';
import type { ItemsData } from './read-items.ts';

export type Direction = 'up' | 'down';

/** Moves one row by one position: missing where it is the first or the last. */
export type Step = { [direction in Direction]?: () => void };

/** The displayed order: updated optimistically, and replaced by the server's when all moves were answered. */
export function useOrder({ actionsPath }: ItemsData, rows: readonly ItemRow[]) {
  const t = useTranslations('items.order');
  const tRun = useTranslations('items.run');
  const toasts = useToasts();
  const { revalidate } = useRevalidator();
  /** The item under the dragged one: announced once per change. */
  const overId = useRef<string | number>(undefined);
  const [told, setAnnouncement] = useState('');
  const [ids, setIds] = useState(() => rows.map(({ id }) => id));
  /** The order confirmed by the server. */
  const answered = useRef(ids);
  const outcome = useRef<MoveOutcome>(undefined);
  const latest = useRef({ rows, settle });
  latest.current = { rows, settle };
  const chain = useMemo(
    () =>
      chainMoves({
        async send(move: Move) {
          outcome.current = await sendMove(actionsPath, move);
          if (outcome.current !== 'moved') return false;
          answered.current = afterMove(answered.current, move);
          return true;
        },
        onDone: (isBroken) => void latest.current.settle(isBroken),
      }),
    [actionsPath],
  );
  // Ignore loaded rows while a move is pending: they would revert it.
  useEffect(() => {
    if (!chain.isDone()) return;
    answered.current = rows.map(({ id }) => id);
    setIds(answered.current);
  }, [chain, rows]);

  async function settle(isBroken: boolean) {
    if (!isBroken) return revalidate();
    const isAway = outcome.current === 'failed';
    const isEnded = outcome.current === 'ended';
    const description = isAway ? tRun('broken') : isEnded ? tRun('ended') : undefined;
    toasts.add({ tone: 'error', title: t('failed'), ...(description && { description }) });
    // Revalidating would replace the list by an error page or the sign-in page.
    if (isAway || isEnded) return setIds(answered.current);
    await revalidate();
    // If nothing was moved, the rows may be unchanged.
    if (chain.isDone()) setIds(latest.current.rows.map(({ id }) => id));
  }

  function move(id: string, over: string) {
    const [from, to] = [ids.indexOf(id), ids.indexOf(over)];
    if (from < 0 || to < 0 || from === to) return;
    const next = arrayMove(ids, from, to);
    setIds(next);
    chain.add({ id, behind: next[to - 1] ?? '' });
  }

  /** Moves by one position, with an announcement. */
  function moveBy(id: string, direction: Direction) {
    const to = ids.indexOf(id) + (direction === 'up' ? -1 : 1);
    const over = ids[to];
    if (over === undefined) return;
    move(id, over);
    setAnnouncement(t('over', { title: titleOf(id), place: to + 1, total: ids.length }));
  }

  const titleOf = (id: string | number) => rows.find((row) => row.id === id)?.title ?? '';
  const placeOf = (id: string | number | undefined) => ids.indexOf(String(id)) + 1;
  const about = (id: string | number, at: string | number | undefined) => ({
    title: titleOf(id),
    place: placeOf(at ?? id),
    total: ids.length,
  });
  const announcements: Announcements = {
    onDragStart({ active }) {
      overId.current = active.id;
      return t('lifted', about(active.id, active.id));
    },
    onDragOver({ active, over }) {
      const isThere = over === null || over.id === overId.current;
      if (over) overId.current = over.id;
      return isThere ? undefined : t('over', about(active.id, over.id));
    },
    onDragEnd: ({ active, over }) => t('dropped', about(active.id, over?.id)),
    onDragCancel: ({ active }) => t('cancelled', { title: titleOf(active.id) }),
  };
  return { ids, move, step: { move: moveBy, told }, announcements };
}
