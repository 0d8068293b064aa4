import { useState } from 'react';

interface CalmRows<Row> {
  rows: readonly Row[];
  /** Number of rows that wait until the pointer leaves the list. */
  waiting: number;
  /** Shows them now. */
  show: () => void;
  /** For the element around the list. */
  handlers: { onPointerMove: () => void; onPointerLeave: () => void };
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
