import { decodeUpdateV2, UpdateDecoderV1 } from 'yjs';
import { parseJson, requireShallow } from '#core/json/parse-json.ts';

/** The structs and deletions of an update, as Yjs decodes them. */
export type DecodedUpdate = ReturnType<typeof decodeUpdateV2>;

/** `ContentJSON` in the information about a struct. Source: `readItemContent` of Yjs. */
const CONTENT = { mask: 31, json: 2 };

/**
 * Maximum of what an update consists of, counted while it is decoded. Clients: as many as a draft may have, once for what they wrote
 * and once for what was removed of it. Structs, with removed ranges: more than fit into a message if each has content.
 */
const MOST = { clients: 20_000, structs: 250_000 };

/**
 * Decodes an update completely, within limits, without applying it. Takes time for long updates: about 30 ms per MB.
 * @throws Error if it is malformed or has too many parts
 */
export function decodeUpdate(bytes: Uint8Array): DecodedUpdate {
  return decodeUpdateV2(bytes, CheckedDecoder);
}

/** Decodes updates like Yjs, without giving JSON from outside to the engine's parser unchecked, and stops at what has too many parts. */
class CheckedDecoder extends UpdateDecoderV1 {
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
    if (++this.#clients > MOST.clients) throw new RangeError(`An update of more than ${MOST.clients} clients`);
  }

  #countStruct(): void {
    if (++this.#structs > MOST.structs) throw new RangeError(`An update of more than ${MOST.structs} structs`);
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
