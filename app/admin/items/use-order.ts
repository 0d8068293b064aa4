import type { Announcements } from '@dnd-kit/core';
import { arrayMove } from '@dnd-kit/sortable';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslations } from 'use-intl';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';
import { chainMoves, type Move } from './chain-moves.ts';
import type { ItemRow } from './item-row.ts';
import type { ItemsData } from './read-items.ts';

export type Direction = 'up' | 'down';

/** The order as it is shown: at once as somebody moves it, and as the server has it when every move was answered. */
export function useOrder({ actsPath }: ItemsData, rows: readonly ItemRow[]) {
  const t = useTranslations('items.order');
  const toasts = useToasts();
  const { revalidate } = useRevalidator();
  /** Over which item the lifted one is: said once, when it comes there. */
  const overId = useRef<string | number>(undefined);
  const [told, setTold] = useState('');
  const [ids, setIds] = useState(() => rows.map(({ id }) => id));
  const latest = useRef({ rows, settle });
  latest.current = { rows, settle };
  const chain = useMemo(
    () => chainMoves({ send: (move) => sendMove(actsPath, move), onDone: (broken) => latest.current.settle(broken) }),
    [actsPath],
  );
  // What the server had before a move that is on its way would take it back.
  useEffect(() => {
    if (chain.isDone()) setIds(rows.map(({ id }) => id));
  }, [chain, rows]);

  async function settle(isBroken: boolean) {
    if (isBroken) toasts.add({ tone: 'error', title: t('failed') });
    await revalidate();
    // Where nothing was moved, the rows may be the same as before.
    if (isBroken && chain.isDone()) setIds(latest.current.rows.map(({ id }) => id));
  }

  function move(id: string, over: string) {
    const [from, to] = [ids.indexOf(id), ids.indexOf(over)];
    if (from < 0 || to < 0 || from === to) return;
    const next = arrayMove(ids, from, to);
    setIds(next);
    chain.add({ id, behind: next[to - 1] ?? '' });
  }

  /** By one place, which is told. */
  function moveBy(id: string, direction: Direction) {
    const to = ids.indexOf(id) + (direction === 'up' ? -1 : 1);
    const over = ids[to];
    if (over === undefined) return;
    move(id, over);
    setTold(t('over', { title: titleOf(id), place: to + 1, total: ids.length }));
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

async function sendMove(path: string, { id, behind }: Move): Promise<boolean> {
  const form = new FormData();
  form.set('intent', 'move');
  form.set('item', id);
  form.set('behind', behind);
  const answer = await fetch(path, { method: 'POST', body: form, redirect: 'manual' }).catch(() => undefined);
  return answer?.ok === true || answer?.type === 'opaqueredirect';
}
