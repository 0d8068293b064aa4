import * as Y from 'yjs';
import { parseJson, requireShallow } from '#core/json/parse-json.ts';

/** The structs and deletions of an update, as Yjs decodes them. */
export type DecodedUpdate = ReturnType<typeof Y.decodeUpdateV2>;

/** `ContentJSON` in the information about a struct. Source: `readItemContent` of Yjs. */
const CONTENT = { mask: 31, json: 2 };

/**
 * Maximum of what an update consists of, counted while it is decoded. Clients: as many as a draft may have, once for what they wrote
 * and once for what was removed of it. Structs, with removed ranges: more than fit into a message if each has content.
 */
const MOST_DECODED = { clients: 20_000, structs: 250_000 };

/**
 * Decodes an update completely, within limits, without applying it. Takes time for long updates: about 30 ms per MB.
 * @throws Error if it is malformed or has too many parts
 */
export function decodeUpdate(bytes: Uint8Array): DecodedUpdate {
  return Y.decodeUpdateV2(bytes, CheckedDecoder);
}

/** Decodes updates like Yjs, without giving JSON from outside to the engine's parser unchecked, and stops at what has too many parts. */
class CheckedDecoder extends Y.UpdateDecoderV1 {
  #hasJson = false;
  #clients = 0;
  #structs = 0;

  override readClient(): number {
    this.#countClient();
    return super.readClient();
  }

  override resetDsCurVal(): void {
    this.#countClient();
    super.resetDsCurVal();
  }

  override readDsClock(): number {
    this.#countStruct();
    return super.readDsClock();
  }

  #countClient(): void {
    if (++this.#clients > MOST_DECODED.clients)
      throw new RangeError(`An update of more than ${MOST_DECODED.clients} clients`);
  }

  #countStruct(): void {
    if (++this.#structs > MOST_DECODED.structs)
      throw new RangeError(`An update of more than ${MOST_DECODED.structs} structs`);
  }

  override readInfo(): number {
    this.#countStruct();
    const info = super.readInfo();
    this.#hasJson = (info & CONTENT.mask) === CONTENT.json;
    return info;
  }

  override readString(): string {
    const text = super.readString();
    if (this.#hasJson) requireShallow(text);
    return text;
  }

  override readJSON(): unknown {
    return parseJson(super.readString());
  }
}

/** Maximum bytes of an update that is applied without being tried: some paragraphs. */
export const MOST_CHEAP_BYTES = 16 * 1024;

/** What an update of a keystroke, a paste of some paragraphs or an undo stays below. Larger ones are tried in a thread. */
const MOST = {
  structs: 64,
  deletions: 64,
  /** Structs of the draft that are passed while it is applied; each takes 100 to 300 ns. Source: measured, Yjs 13.6. */
  steps: 20_000,
};

/** What a client that is new to a draft adds, in structs: every later update passes each client. */
const NEW_CLIENT = 10;

/**
 * What is known of an update before it is applied. `known`: the draft has all of it. `incomplete`: the draft lacks what it follows.
 * `cheap`: its structure bounds what it costs. `unclear`: it must be tried.
 */
export type Judgement =
  | { verdict: 'known' | 'incomplete' | 'unclear' }
  | {
      verdict: 'cheap';
      /** How many structs the draft has more afterwards, at most. */
      structs: number;
      /** How many structs of the draft are passed while it is applied, at most. */
      steps: number;
      /** The client that wrote it, and its clock afterwards. */
      end: readonly [client: number, clock: number] | undefined;
    };

type Struct = Y.Item | Y.GC;
type Id = { client: number; clock: number };

const UNCLEAR: Judgement = { verdict: 'unclear' };
const INCOMPLETE: Judgement = { verdict: 'incomplete' };

/**
 * Judges an update of at most `MOST_CHEAP_BYTES` by its structure and by the place in the draft where it goes, without applying it.
 * @param ahead clocks of clients in updates that are being written
 */
export function judgeUpdate(doc: Y.Doc, { structs, ds }: DecodedUpdate, ahead: ReadonlyMap<number, number>): Judgement {
  const client = structs[0]?.id.client;
  if (structs.length > MOST.structs || structs.some(({ id }) => id.client !== client)) return UNCLEAR;
  const clockOf = (of: number) => Math.max(Y.getState(doc.store, of), ahead.get(of) ?? 0);
  const walk = new Walk(doc);
  let added = 0;
  let hasFormats = false;

  if (client !== undefined && (structs[0] as Struct).id.clock > clockOf(client)) return INCOMPLETE;
  const isNew = structs.filter(({ id, length }) => id.clock + length > Y.getState(doc.store, id.client));
  for (const struct of isNew) {
    if (!(struct instanceof Y.Item) || isUnusual(struct)) return UNCLEAR;
    for (const id of referencesOf(struct)) {
      // Only broken updates refer to what the same client writes later.
      if (id.client === client && id.clock >= struct.id.clock) return UNCLEAR;
      if (id.client !== client && id.clock >= clockOf(id.client)) return INCOMPLETE;
    }
    if (walk.continues(struct)) continue;
    walk.insert(struct);
    hasFormats ||= struct.content instanceof Y.ContentFormat;
    if (walk.steps > MOST.steps) return UNCLEAR;
    added += 1;
  }
  if (client !== undefined && isNew.length > 0 && clockOf(client) === 0) added += NEW_CLIENT;

  const last = structs.at(-1);
  const end = last && ([last.id.client, last.id.clock + last.length] as const);
  let ranges = 0;
  let isDeletedBefore = true;
  for (const [of, deletions] of ds.clients) {
    ranges += deletions.length;
    if (ranges > MOST.deletions) return UNCLEAR;
    for (const { clock, len } of deletions) {
      const state = of === client && end ? Math.max(end[1], clockOf(of)) : clockOf(of);
      if (clock + len > state) return INCOMPLETE;
      const was = walk.remove(of, clock, len);
      if (was === 'type') return UNCLEAR;
      if (was === 'gone') continue;
      hasFormats ||= was === 'format';
      isDeletedBefore = false;
      added += 2;
    }
  }
  if (hasFormats && !walk.cleanUp()) return UNCLEAR;
  if (walk.steps > MOST.steps) return UNCLEAR;
  if (isNew.length === 0 && isDeletedBefore) return { verdict: 'known' };
  return { verdict: 'cheap', structs: added, steps: walk.steps, end: isNew.length > 0 ? end : undefined };
}

function referencesOf({ origin, rightOrigin, parent }: Y.Item): Id[] {
  const all: unknown[] = [origin, rightOrigin, parent];
  return all.filter((id): id is Id => id instanceof Y.ID);
}

/** Content that no editor of drafts writes. */
function isUnusual({ content }: Y.Item): boolean {
  return content instanceof Y.ContentDoc || content instanceof Y.ContentBinary;
}

/** Counts the structs that Yjs passes to put an update into a document (`Item.integrate`), without changing it. */
class Walk {
  readonly #doc: Y.Doc;
  #steps = 0;
  /** The steps to the last place in the document; those behind structs of the update itself pass no more. */
  #here = 0;
  /** Structs of the update that Yjs may have to pass, too. */
  #own = 0;
  /** The types of the document that are changed, as far as they are known. */
  readonly #changed = new Set<unknown>();

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  get steps(): number {
    return this.#steps;
  }

  #isHere(id: Id): boolean {
    return id.clock < Y.getState(this.#doc.store, id.client);
  }

  #find(id: Id): Struct {
    return Y.getItem(this.#doc.store, id as Y.ID);
  }

  /** Whether a text goes on where its client wrote last: it becomes part of the same struct. */
  continues({ id, origin, rightOrigin, content }: Y.Item): boolean {
    if (!(content instanceof Y.ContentString) || origin?.client !== id.client || origin.clock !== id.clock - 1)
      return false;
    if (!this.#isHere(origin)) return true;
    const left = this.#find(origin);
    if (!(left instanceof Y.Item) || !isLastOf(left, origin)) return false;
    const right = left.right?.id;
    return right?.client === rightOrigin?.client && right?.clock === rightOrigin?.clock;
  }

  insert(item: Y.Item): void {
    const { origin, rightOrigin } = item;
    this.#own += 1;
    if (origin && !this.#isHere(origin)) {
      this.#steps += this.#here + this.#own;
      return;
    }
    const left = origin ? this.#find(origin) : undefined;
    const right = rightOrigin && this.#isHere(rightOrigin) ? this.#find(rightOrigin) : undefined;
    this.#here = 0;
    if (left instanceof Y.GC || right instanceof Y.GC) return;
    this.#steps += valuesOf(left) + valuesOf(right);
    if (left) this.#here = distance(isLastOf(left, origin as Id) ? left.right : left, right);
    else if (right) this.#here = right.left === null && item.parentSub === null ? 0 : before(right);
    else this.#here = this.#within(item);
    const parent = (left ?? right)?.parent ?? this.#parentOf(item);
    this.#changed.add(parent);
    this.#steps += this.#here + this.#own + depthOf(parent);
  }

  /** Of something that stands alone: all values of its key, or all that its type has. */
  #within(item: Y.Item): number {
    const type = this.#parentOf(item);
    if (!type) return 0;
    const current = item.parentSub === null ? undefined : type._map.get(item.parentSub);
    return item.parentSub === null ? distance(type._start, undefined) : current ? before(current) : 0;
  }

  /** In an update, the parent is an id or the name of a type of the document. */
  #parentOf({ parent }: Y.Item) {
    const named: unknown = parent;
    if (typeof named === 'string') return this.#doc.share.get(named);
    if (!(named instanceof Y.ID) || !this.#isHere(named)) return undefined;
    const struct = this.#find(named);
    return struct instanceof Y.Item && struct.content instanceof Y.ContentType ? struct.content.type : undefined;
  }

  /** Passes what is removed. */
  remove(client: number, clock: number, length: number): 'gone' | 'type' | 'format' | 'more' {
    const structs = this.#doc.store.clients.get(client);
    if (!structs || clock >= Y.getState(this.#doc.store, client)) return 'more';
    let was = 'gone' as 'gone' | 'format' | 'more';
    for (let at = Y.findIndexSS(structs, clock); at < structs.length && this.#steps <= MOST.steps; at += 1) {
      const struct = structs[at] as Struct;
      if (struct.id.clock >= clock + length) break;
      this.#steps += 1 + valuesOf(struct);
      if (struct.deleted) continue;
      if (struct instanceof Y.Item && struct.content instanceof Y.ContentType) return 'type';
      const isFormat = struct instanceof Y.Item && struct.content instanceof Y.ContentFormat;
      if (isFormat) this.#changed.add(struct.parent);
      if (isFormat || was === 'gone') was = isFormat ? 'format' : 'more';
    }
    return was;
  }

  /**
   * Passes the texts whose formats change: Yjs passes all of each, and copies the formats that apply at each of its parts
   * (`cleanupYTextFormatting`).
   * @returns whether they are known
   */
  cleanUp(): boolean {
    for (const type of this.#changed) {
      const formats = new Set<string>();
      let at = type instanceof Y.AbstractType ? type._start : null;
      for (; at && this.#steps <= MOST.steps; at = at.right) {
        this.#steps += 1 + (at.countable ? formats.size : 0);
        if (at.deleted || !(at.content instanceof Y.ContentFormat)) continue;
        if (at.content.value === null) formats.delete(at.content.key);
        else formats.add(at.content.key);
      }
    }
    return this.#changed.size > 0;
  }
}

/** Structs from one to another, or to the end. */
function distance(from: Y.Item | null, to: Y.Item | undefined): number {
  let count = 0;
  for (let at = from; at && at !== to && count <= MOST.steps; at = at.right) count += 1;
  return count;
}

function before(right: Y.Item): number {
  let count = 0;
  for (let at: Y.Item | null = right; at && count <= MOST.steps; at = at.left) count += 1;
  return count;
}

function depthOf(parent: unknown): number {
  let depth = 0;
  for (
    let type = parent;
    type instanceof Y.AbstractType && type._item && depth <= MOST.steps;
    type = type._item.parent
  ) {
    depth += 1;
  }
  return depth;
}

/** What splitting a struct copies: the values of a list, not the characters of a text. */
function valuesOf(struct: Struct | undefined): number {
  if (!(struct instanceof Y.Item)) return 0;
  return struct.content instanceof Y.ContentAny || struct.content instanceof Y.ContentJSON ? struct.length : 0;
}

function isLastOf(struct: Y.Item, { clock }: Id): boolean {
  return struct.id.clock + struct.length - 1 === clock;
}
