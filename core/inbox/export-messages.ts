import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { csvCell } from '../markup/spreadsheet-cell.ts';
import { entryOf } from './change-message.ts';
import { type ListedMessage, listMessages, type MessageSearch } from './list-messages.ts';

/** The formats of an export. */
export const EXPORT_FORMATS = ['csv', 'json'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Maximum messages of an export, newest first. Source: Meki's own; more than half a year of a busy site. */
const MOST = 20_000;

const PAGE = 200;

/** Exports the messages of a search as a file's text, and records that in the audit log. @throws {Forbidden} */
export async function exportMessages(
  { store, now = Date.now }: { store: DocumentStore; now?: () => number },
  actor: Actor,
  search: Pick<MessageSearch, 'view' | 'words'>,
  format: ExportFormat,
): Promise<string> {
  requireMay(actor, 'inbox.manage');
  const found: ListedMessage[] = [];
  let after: string | undefined;
  do {
    const page = await listMessages(store, actor, { ...search, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.messages);
    after = page.next;
  } while (after !== undefined && found.length < MOST);
  const details = found.length > 0 ? { details: { count: found.length } } : {};
  await store.commit([entryOf(actor, now(), { action: 'message.exported', ...details })]);
  const rows = found.map(rowOf);
  return format === 'json' ? `${JSON.stringify(rows, null, 2)}\n` : toCsv(rows);
}

type Row = ReturnType<typeof rowOf>;

function rowOf({ at, name, email, text, language, folder, unread, assignee, note }: ListedMessage) {
  const sentAt = new Date(at).toISOString();
  return { sentAt, name, email, message: text, language, folder, unread, assignee: assignee?.name ?? '', note };
}

const COLUMNS: (keyof Row)[] = [
  'sentAt',
  'name',
  'email',
  'message',
  'language',
  'folder',
  'unread',
  'assignee',
  'note',
];

/** Starts with a byte order mark, without which Excel does not read UTF-8. */
function toCsv(rows: Row[]): string {
  const lines = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => String(row[column])))];
  return `\ufeff${lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')}`;
}
