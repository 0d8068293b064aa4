import { setImmediate } from 'node:timers';
import { createDraftFollowers } from '#core/drafts/draft-followers.ts';
import type { DraftEntry, DraftLog } from '#core/drafts/draft-log.ts';
import type { Database } from './database/database.ts';
import { createFileWatch } from './database/watch-file.ts';

/**
 * Drafts in the database of the documents. Updates appended in one turn of the event loop, or while another write is pending,
 * are written in one transaction (group commit), so that several people who type share one disk write.
 */
export function createSqliteDraftLog(database: Database): DraftLog {
  const entriesAfter = (name: string, after: number): DraftEntry[] => {
    const rows = database.all(
      `SELECT position, data FROM draft_updates
       WHERE draft = (SELECT key FROM drafts WHERE name = ?) AND position > ? ORDER BY position`,
      name,
      after,
    );
    return rows.map(([position, data]) => ({ position: Number(position), update: data as Uint8Array }));
  };
  const followers = createDraftFollowers(entriesAfter);
  const watch = createFileWatch(
    database,
    () => followers.size > 0,
    () => followers.deliver(),
  );
  const writer = new GroupWriter(database, (names) => followers.deliver(names));

  return {
    isConsecutive: false,

    async names(after, limit) {
      const rows = database.all('SELECT name FROM drafts WHERE name > ? ORDER BY name LIMIT ?', after ?? '', limit);
      return rows.map(([name]) => String(name));
    },

    async read(name, after = 0) {
      return entriesAfter(name, after);
    },

    append: (name, update) => new Promise((resolve, reject) => writer.add({ name, update, resolve, reject })),

    async compact(name, through, merged) {
      await database.writing(() => {
        const [draft, last] =
          database.get(
            `SELECT draft, max(position) FROM draft_updates
             WHERE draft = (SELECT key FROM drafts WHERE name = ?) AND position <= ?`,
            name,
            through,
          ) ?? [];
        if (typeof draft !== 'number' || typeof last !== 'number') return;
        database.run('DELETE FROM draft_updates WHERE draft = ? AND position <= ?', draft, last);
        database.run('INSERT INTO draft_updates (position, draft, data) VALUES (?, ?, ?)', last, draft, merged);
      }, 'ordered');
    },

    follow(name, onEntries, options) {
      watch.start();
      return followers.follow(name, onEntries, options);
    },

    async remove(name) {
      // Earlier appends are deleted with the draft; later ones are kept.
      writer.cut();
      await database.writing(() => {
        database.run('DELETE FROM drafts WHERE name = ?', name);
      });
    },

    async settle(name, through) {
      await database.writing(
        () => database.run('UPDATE drafts SET settled = ? WHERE name = ? AND settled < ?', through, name, through),
        'ordered',
      );
    },

    async open(names) {
      return names.map((name) => {
        const [settled = 0, last = 0] = database.get('SELECT settled, last FROM drafts WHERE name = ?', name) ?? [];
        return {
          settled: Number(settled),
          isUnsettled: Number(settled) < Number(last),
          entries: entriesAfter(name, 0),
        };
      });
    },

    async unsettled() {
      return database.all('SELECT name FROM drafts WHERE settled < last ORDER BY name').map(([name]) => String(name));
    },
  };
}

interface WaitingUpdate {
  name: string;
  update: Uint8Array;
  resolve(position: number): void;
  reject(error: unknown): void;
}

/** Updates written in one transaction. */
interface Group {
  updates: WaitingUpdate[];
  isQueued: boolean;
}

/** Writes updates in groups. */
class GroupWriter {
  readonly #database: Database;
  readonly #onWritten: (names: string[]) => void;
  /** The group that the next update joins. */
  #open: Group | undefined;

  /** @param onWritten called with the names of the drafts of each group that was written */
  constructor(database: Database, onWritten: (names: string[]) => void) {
    this.#database = database;
    this.#onWritten = onWritten;
  }

  add(update: WaitingUpdate): void {
    if (!this.#open) {
      const group: Group = { updates: [], isQueued: false };
      this.#open = group;
      setImmediate(() => void this.#queue(group));
    }
    this.#open.updates.push(update);
  }

  /** Queues what was added before what is written next; later updates join another group. */
  cut(): void {
    if (this.#open) void this.#queue(this.#open);
    this.#open = undefined;
  }

  async #queue(group: Group): Promise<void> {
    if (group.isQueued) return;
    group.isQueued = true;
    const { updates } = group;
    try {
      const positions = await this.#database.writing(() => {
        this.#close(group);
        return updates.map(({ name, update }) => this.#insert(name, update));
      });
      for (const [index, { resolve }] of updates.entries()) resolve(positions[index] as number);
      this.#onWritten(updates.map(({ name }) => name));
    } catch (error) {
      this.#close(group);
      for (const { reject } of updates) reject(error);
    }
  }

  #close(group: Group): void {
    if (this.#open === group) this.#open = undefined;
  }

  #insert(name: string, update: Uint8Array): number {
    this.#database.run('INSERT INTO drafts (name) VALUES (?) ON CONFLICT DO NOTHING', name);
    const position = Number(
      this.#database.get(
        'INSERT INTO draft_updates (draft, data) SELECT key, ? FROM drafts WHERE name = ? RETURNING position',
        update,
        name,
      )?.[0],
    );
    this.#database.run('UPDATE drafts SET last = ? WHERE name = ?', position, name);
    return position;
  }
}
