import { textHash } from '#core/documents/content-hash.ts';

/** Provided by the start script of a document without data of its own (`defer-scripts.ts`). */
export interface AwaitedData {
  /** `dataVersion` of the data that the document was rendered with. */
  version: string;
  /** The text of the page's `_payload.json`. */
  payload: Promise<string>;
}

declare global {
  interface Window {
    mekiData?: AwaitedData;
    __reactRouterContext?: { streamController: { enqueue(text: string): void; close(): void } };
  }
}

/** Identifies the data of a page. @param payload the text of its `_payload.json` */
export function dataVersion(payload: string): string {
  return textHash(payload);
}

/**
 * Passes the data of the page to React Router's client, if the document does not contain it.
 * @returns false if the document was rendered with other data: it cannot be hydrated, and works as without script
 */
export async function passPageData({
  mekiData,
  __reactRouterContext,
}: Pick<Window, 'mekiData' | '__reactRouterContext'>): Promise<boolean> {
  if (!mekiData) return true;
  const text = await mekiData.payload;
  if (dataVersion(text) !== mekiData.version) return false;
  __reactRouterContext?.streamController.enqueue(encodeState({ loaderData: JSON.parse(text) }));
  __reactRouterContext?.streamController.close();
  return true;
}

/** In the encoding of React Router's stream (turbo-stream), where `null` has no entry but this index. */
const NULL = -5;

/** Encodes JSON as React Router's server does: a flat list in which arrays and objects refer to members by index. */
export function encodeState(state: object): string {
  const entries: unknown[] = [];
  function add(value: unknown): number {
    if (value === null) return NULL;
    const index = entries.push(value) - 1;
    if (Array.isArray(value)) entries[index] = value.map(add);
    else if (typeof value === 'object')
      entries[index] = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [`_${add(name)}`, add(member)]),
      );
    return index;
  }
  add(state);
  return `${JSON.stringify(entries)}\n`;
}
