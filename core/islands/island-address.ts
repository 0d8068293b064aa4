/** The path below which islands are. */
export const ISLANDS_PATH = '/__nuxt_island/';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * The key of an island, `Name_hash`: 32-bit FNV-1a of the name and the props. Not for security: it makes one address of one
 * fragment, so that a program that mistypes either of the two is told.
 * @param props as JSON, as in the address
 */
export function islandKey(name: string, props: string): string {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(name + props)) hash = Math.imul(hash ^ byte, FNV_PRIME) >>> 0;
  return `${name}_${hash.toString(16).padStart(8, '0')}`;
}

/** The address of an island: `/__nuxt_island/Name_hash.json?props=…`. */
export function islandAddress(name: string, props: object): string {
  const json = JSON.stringify(props);
  return `${ISLANDS_PATH}${islandKey(name, json)}.json?props=${encodeURIComponent(json)}`;
}

/** A fragment that the server has rendered. */
export interface RenderedIsland {
  /** Its key, `Name_hash`. */
  id: string;
  html: string;
  /** What belongs into the head of a document that shows it. */
  head: { style: { innerHTML: string }[] };
}

/** The answer to a request for an island: the fragment, or why there is none. */
export type IslandAnswer =
  | { status: 200; island: RenderedIsland }
  /** 404: no island has the name. 400: the hash or the props are wrong. */
  | { status: 400 | 404; message: string };

/** Name of the island with the newest items. */
export const LATEST_ITEMS = 'LatestItems';
