import { LATEST_ITEMS } from '#core/islands/island-address.ts';
import { type ShownIsland, showIsland } from './show-island.ts';

const DEFAULT_COUNT = 5;

/** The data attributes of the script element that shows the newest items. */
export interface TagSettings {
  language?: string | undefined;
  type?: string | undefined;
  count?: string | undefined;
  theme?: string | undefined;
}

/** What the attributes ask for. The server validates it; an attribute that is missing has a default. */
export function islandOfTag(src: string, { language = '', type, count }: TagSettings): ShownIsland {
  const props = { language, ...(type && { type }), count: count ? Number(count) : DEFAULT_COUNT };
  return { origin: new URL(src).origin, name: LATEST_ITEMS, props };
}

/** Shows the newest items after the script element; nothing, with a warning, if that fails. */
export async function showLatestItems(script: HTMLScriptElement): Promise<void> {
  const settings: TagSettings = { ...script.dataset };
  const place = document.createElement('div');
  place.dataset.theme = settings.theme ?? 'auto';
  script.after(place);
  try {
    await showIsland(place, islandOfTag(script.src, settings));
  } catch (error) {
    place.remove();
    console.warn('The latest items could not be shown', error);
  }
}
