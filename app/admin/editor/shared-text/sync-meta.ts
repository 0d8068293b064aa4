import { PluginKey, type Transaction } from '@tiptap/pm/state';

interface SyncMeta {
  /** Whether the change is this window's own undo. */
  isUndo: boolean;
}

const key = new PluginKey('sharedText');

/** Marks a transaction as one that shows the shared text as it is. */
export function markAsShared(transaction: Transaction, meta: SyncMeta): Transaction {
  return transaction.setMeta(key, meta).setMeta('addToHistory', false);
}

/** Whether a transaction shows the shared text as it is: after changes of others, undo or redo. */
export function isFromShared(transaction: Transaction): boolean {
  return transaction.getMeta(key) !== undefined;
}

/** Whether a change was not made by this window; undo counts as its own. */
export function isOfOthers(transaction: Transaction): boolean {
  const meta = transaction.getMeta(key) as SyncMeta | undefined;
  return meta !== undefined && !meta.isUndo;
}
