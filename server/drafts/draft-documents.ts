import { setTimeout as wait } from 'node:timers/promises';
import * as Y from 'yjs';
import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { DraftEntry, OpenedDraft } from '#core/drafts/draft-log.ts';
import {
  type DraftName,
  type DraftPartName,
  formatDraftName,
  formatSetAside,
  parseDraftName,
  SHARED,
} from '#core/drafts/draft-name.ts';
import type { SettledItem } from '#core/drafts/drafts.ts';
import type { PersonInDraft } from '#core/drafts/presence.ts';
import type { Log } from '../log/log.ts';
import { type ErrorLog, limitErrors } from '../log/rate-limited-log.ts';
import { createDraftPart, type DraftPart } from './draft-part.ts';
import { DraftConnection } from './draft-window.ts';
import { ItemSnapshots, type ItemSnapshotsOptions } from './item-snapshots.ts';
import { CLOSE, DraftRefused } from './refusals.ts';
import { createStateAnswers, type DraftMember, type DraftSocket, ServedDraft } from './served-draft.ts';
import { DraftTrials } from './trials/draft-trials.ts';
import type { MergeResult } from './trials/try-draft.ts';
import { createTurns } from './updates/budgets.ts';
import { JudgedWrites } from './updates/judged-writes.ts';
import { OpenDraft } from './updates/open-draft.ts';

/** Milliseconds that a stop waits for drafts to be unloaded. */
const UNLOAD_LIMIT = 2_000;

export interface DraftDocumentsOptions extends Omit<ItemSnapshotsOptions, 'merge' | 'draftsOf'> {
  log: Pick<Log, 'warn' | 'error'>;
  /** Called when `edited` may give something else. */
  onEdited?: () => void;
  /** Called when somebody moves. */
  onAwareness?: () => void;
}

/** A draft held by a program, with functions to read and change it. */
export interface HeldDraft {
  draft: OpenDraft;
  /** The item when the hold began. */
  item: Item;
  part: DraftPart;
}

interface FoundDraft {
  name: DraftName;
  item: Item;
  opened?: OpenedDraft | undefined;
}

interface ReadDraft {
  entries: DraftEntry[];
  settled: number;
  merged: MergeResult;
}

/** What the caller has just read of an item and its drafts, which is not read again. */
type KnownItem = Pick<SettledItem, 'item' | 'opened'>;

/** The drafts in memory, shared by browsers and programs: each is loaded once, and unloaded when nobody uses it any more. */
export class DraftDocuments {
  readonly snapshots: ItemSnapshots;
  /** The parts that an item may have. */
  readonly parts: readonly DraftPartName[];
  readonly #options: DraftDocumentsOptions;
  /** Windows whose words cannot be saved try again and again. */
  readonly #limited: ErrorLog;
  readonly #loaded = new Map<string, ServedDraft>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #trials = new DraftTrials();
  readonly #answer = createStateAnswers();
  readonly #inTurn = createTurns();
  #allUnloaded = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(options: DraftDocumentsOptions) {
    this.#options = options;
    this.#limited = limitErrors(options.log);
    this.parts = [...new Set([...options.config.locales.map(({ code }) => code), SHARED])];
    const draftsOf = (itemId: string) => this.#draftsOf(itemId);
    this.snapshots = new ItemSnapshots({ ...options, merge: this.#trials.merge, draftsOf });
  }

  /** @throws {DraftRefused} */
  async #find(key: string): Promise<FoundDraft> {
    const name = parseDraftName(key);
    if (!name || !this.parts.includes(name.part)) throw new DraftRefused('not-found');
    const document = await getDocument(this.#options.store, items.at(name.itemId));
    if (!document) throw new DraftRefused('not-found');
    return { name, item: document.data };
  }

  /**
   * Loads a draft from its log. A new draft is created from the item, and stored before it is used. A draft that takes too long to
   * load is set aside: its last snapshot, which is in the item, stands in.
   */
  async #load(key: string, { name, item, opened }: FoundDraft): Promise<void> {
    const { config, draftLog, log, onAwareness } = this.#options;
    const part = createDraftPart(config, name, item);
    const { entries, settled, merged } =
      (await this.#read(key, item, part, opened)) ?? (await this.#setAside(key, name, item, part));
    const doc = new Y.Doc();
    Y.applyUpdate(doc, merged.update);
    const { errors } = merged;
    if (errors.length > 0) {
      log.error({ err: errors[0], draft: key, updates: errors.length }, 'Updates of a draft cannot be read');
    }
    const draft = new OpenDraft({
      key,
      name,
      doc,
      log: draftLog,
      merge: this.#trials.merge,
      loaded: {
        position: entries.at(-1)?.position ?? 0,
        settled,
        updates: entries.length,
        bytes: entries.reduce((sum, { update }) => sum + update.byteLength, 0),
        isDamaged: errors.length > 0,
      },
      events: {
        onForeign: () => this.snapshots.settleLater(name.itemId),
        onBroken: (error) => {
          log.error({ err: error, draft: key }, 'An update of a draft cannot be applied; reloading');
          this.#loaded.get(key)?.closeAll();
        },
        onError: (error) => log.warn({ err: error, draft: key }, 'A draft cannot be followed; retrying'),
      },
    });
    const served = new ServedDraft({
      draft,
      writes: new JudgedWrites({ draft, texts: part.richTexts, trials: this.#trials, log }),
      onChange: () => this.snapshots.settleSoon(name.itemId),
      onAwareness,
    });
    if (this.#isClosed) draft.stop();
    this.#loaded.set(key, served);
    if (part.isOvertaken(item) || draft.isUnsettled) void this.snapshots.settleQuietly(name.itemId);
  }

  /** @param opened the draft as its log has just been read @returns `undefined` if it takes too long to load */
  async #read(key: string, item: Item, part: DraftPart, opened?: OpenedDraft): Promise<ReadDraft | undefined> {
    const { draftLog } = this.#options;
    const now = opened ?? (await draftLog.open([key]))[0];
    let { settled = 0, entries = await draftLog.read(key) } = now ?? {};
    const seed = settled === 0 ? part.seed(item) : undefined;
    if (seed && entries.length === 0) entries = [{ position: await draftLog.append(key, seed), update: seed }];
    const [first] = entries;
    if (seed && first && Buffer.compare(first.update, seed) === 0) {
      // The item already has everything in the first update.
      await draftLog.settle(key, first.position);
      settled = first.position;
    }
    const merged = await this.#trials.merge(entries.map(({ update }) => update));
    return merged === 'costly' ? undefined : { entries, settled, merged };
  }

  /** Keeps the updates under another name. @throws Error if the item takes too long as well */
  async #setAside(key: string, name: DraftName, item: Item, part: DraftPart): Promise<ReadDraft> {
    const { draftLog, log } = this.#options;
    const kept = formatSetAside(name);
    for (const { update } of await draftLog.read(key)) await draftLog.settle(kept, await draftLog.append(kept, update));
    await draftLog.remove(key);
    log.warn({ draft: key, kept }, 'A draft takes too long to load; it is set aside, and its last snapshot stands in');
    const standIn = await this.#read(key, item, part);
    if (!standIn) throw new Error(`The draft ${key} takes too long to load`);
    return standIn;
  }

  /** A draft that stays in memory until it is released. @throws whatever loading it throws */
  async #acquire(key: string, found: FoundDraft): Promise<ServedDraft> {
    for (;;) {
      const served = this.#loaded.get(key);
      // A broken one is loaded anew, while others still leave it.
      if (served && !served.draft.isBroken) {
        served.users += 1;
        served.uses += 1;
        return served;
      }
      const current = this.#loading.get(key) ?? this.#load(key, found).finally(() => this.#loading.delete(key));
      this.#loading.set(key, current);
      await current;
    }
  }

  async #release(served: ServedDraft): Promise<void> {
    served.users -= 1;
    const { draft, uses } = served;
    const isUsed = () => served.users > 0 || served.uses > uses;
    await this.snapshots.idle(draft.name.itemId);
    if (!isUsed() && draft.isUnsettled && !draft.isBroken) await this.snapshots.settleQuietly(draft.name.itemId);
    if (!isUsed() && !draft.isBroken) {
      await draft
        .rest()
        .catch((error: unknown) =>
          this.#options.log.error({ err: error, draft: draft.key }, 'The updates of a draft could not be compacted'),
        );
    }
    if (isUsed()) return;
    if (this.#loaded.get(draft.key) === served) this.#loaded.delete(draft.key);
    served.end();
    if (this.#loaded.size === 0) this.#allUnloaded.resolve();
  }

  #draftsOf(itemId: string): OpenDraft[] {
    return [...this.#loaded.values()].flatMap(({ draft }) =>
      draft.name.itemId === itemId && !draft.isBroken ? draft : [],
    );
  }

  /**
   * Runs a function with a draft, which is unloaded some time later if nobody else uses it.
   * @throws {DraftRefused} if the draft does not exist @throws whatever the store throws
   */
  async hold<T>(name: DraftName, use: (held: HeldDraft) => Promise<T>, known?: KnownItem): Promise<T> {
    const key = formatDraftName(name);
    const found = known && { name, item: known.item, opened: known.opened?.get(name.part) };
    const served = await this.#acquire(key, found ?? (await this.#find(key)));
    try {
      const { item } = known ?? (await this.#find(key));
      return await use({ draft: served.draft, item, part: createDraftPart(this.#options.config, name, item) });
    } finally {
      void this.#release(served);
    }
  }

  /** Opens a draft for a browser. @throws {DraftRefused} */
  async enter(key: string, socket: DraftSocket): Promise<DraftConnection> {
    const { isShared = false, onEdited = () => {} } = this.#options;
    const found = await this.#find(key);
    const right = judgeDraft(socket.actor, found.name, found.item);
    if (right === 'none') throw new DraftRefused('permission-denied');
    const served = await this.#acquire(key, found);
    served.draft.follow();
    const connection: DraftConnection = new DraftConnection({
      served,
      socket,
      right,
      isShared,
      answer: this.#answer,
      inTurn: this.#inTurn,
      log: this.#limited,
      onLeave: onEdited,
      release: () => void this.#release(served),
    });
    try {
      // Rights may have changed while the draft was loading.
      await this.#judgeAgain((other) => other === connection);
    } catch (error) {
      connection.leave();
      throw error;
    }
    onEdited();
    return connection;
  }

  judgeSocket(socket: DraftSocket): Promise<void> {
    return this.#judgeAgain((member) => member.socket === socket);
  }

  judgeItem(itemId: string): Promise<void> {
    return this.#judgeAgain((_, { name }) => name.itemId === itemId);
  }

  /** Checks the rights of connections again. Those whose right changed must connect again. */
  async #judgeAgain(concerns: (member: DraftMember, draft: OpenDraft) => boolean): Promise<void> {
    for (const { draft, members } of [...this.#loaded.values()]) {
      const concerned = () => [...members].filter((member) => concerns(member, draft));
      if (concerned().length === 0) continue;
      const found = await this.#find(draft.key).catch((error: unknown) => {
        if (error instanceof DraftRefused) return undefined;
        throw error;
      });
      for (const member of concerned()) {
        const right = found ? judgeDraft(member.socket.actor, found.name, found.item) : 'none';
        if (right === member.right) continue;
        member.right = 'read';
        member.socket.close(CLOSE.reset);
      }
    }
  }

  size(): number {
    return this.#loaded.size;
  }

  /** The people whose browsers are connected, once per window. */
  people(): PersonInDraft[] {
    return [...this.#loaded.values()].flatMap((served) => served.people());
  }

  /** Shows the people of other instances to those who have the same drafts open. */
  showOthers(people: readonly PersonInDraft[]): void {
    for (const served of this.#loaded.values())
      served.showOthers(people.filter(({ draft }) => draft === served.draft.key));
  }

  /** Whether a program overwrote an item whose draft is in memory. */
  isOvertaken(item: Item): boolean {
    return this.#draftsOf(item.id).some((draft) =>
      createDraftPart(this.#options.config, draft.name, item).isOvertaken(item),
    );
  }

  /** Whether a draft in memory may have more than the item. */
  isUnsettled(itemId: string): boolean {
    return this.#draftsOf(itemId).some((draft) => draft.isUnsettled);
  }

  /** The items of which somebody has a draft open. */
  openItems(): Set<string> {
    return new Set(
      [...this.#loaded.values()].flatMap(({ draft, members }) => (members.size > 0 ? draft.name.itemId : [])),
    );
  }

  /** Disconnects all editors of an item and accepts no more updates. */
  async closeItem(itemId: string): Promise<void> {
    for (const served of this.#loaded.values()) {
      if (served.draft.name.itemId !== itemId) continue;
      served.draft.close();
      served.closeAll();
    }
    await this.snapshots.idle(itemId);
  }

  /** Takes pending snapshots, and resolves when all drafts are unloaded. */
  async close(): Promise<void> {
    this.snapshots.stop();
    const openItems = new Set([...this.#loaded.values()].map(({ draft }) => draft.name.itemId));
    await Promise.all([...openItems].map((itemId) => this.snapshots.settleQuietly(itemId)));
    await Promise.all([...openItems].map((itemId) => this.snapshots.idle(itemId)));
    if (this.#loaded.size > 0) {
      this.#allUnloaded = Promise.withResolvers();
      await Promise.race([this.#allUnloaded.promise, wait(UNLOAD_LIMIT, undefined, { ref: false })]);
    }
    this.#trials.end();
    // A draft that is being loaded, or still in use after the limit, is not unloaded.
    this.#isClosed = true;
    for (const { draft } of this.#loaded.values()) draft.stop();
  }
}

/** Checks the policy table. Nobody may open drafts of an item in the trash. */
export function judgeDraft(actor: Actor, { part }: DraftName, item: Item | undefined): DraftMember['right'] | 'none' {
  if (!item || item.trashedAt !== undefined || !may(actor, 'draft.read')) return 'none';
  const language = part === SHARED ? {} : { language: part };
  return may(actor, 'item.edit', { authorId: item.authorId ?? '', ...language }) ? 'write' : 'read';
}
