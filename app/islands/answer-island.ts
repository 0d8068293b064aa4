import { ISLANDS_PATH, type IslandAnswer, islandKey, LATEST_ITEMS } from '#core/islands/island-address.ts';
import type { PageServices } from '../context/context.ts';
import type { Island } from './island.ts';
import { latestItems } from './latest-items.tsx';

/** The islands by name. There are no others. */
const islands = new Map<string, Island>([[LATEST_ITEMS, latestItems]]);

const KEY = /^([A-Z][A-Za-z]{0,40})_[0-9a-f]{8}$/;

/** Renders the island at an address, `/__nuxt_island/{Name_hash}.json?props=…`. */
export async function answerIsland(services: PageServices, target: string): Promise<IslandAnswer> {
  const { pathname, searchParams } = new URL(target, services.origin);
  const key = pathname.slice(ISLANDS_PATH.length, -'.json'.length);
  const name = KEY.exec(key)?.[1] ?? '';
  const island = islands.get(name);
  if (!island) return { status: 404, message: `Page not found: ${pathname}` };
  const props = searchParams.get('props') ?? '{}';
  if (key !== islandKey(name, props)) return { status: 400, message: 'The hash is not that of the name and the props' };
  const outcome = await island(services, props);
  if (outcome.kind === 'refused') return { status: 400, message: outcome.message };
  const { html, style } = outcome;
  return { status: 200, island: { id: key, html, head: { style: [{ innerHTML: style }] } } };
}
