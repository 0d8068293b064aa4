/** Name of the island with the newest items. */
export const LATEST_ITEMS = 'LatestItems';
