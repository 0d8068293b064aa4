import { z } from 'zod';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { typesToRead } from '../site/topic-type.ts';

/** Maximum items of the island. Source: Meki's own. */
const MOST_LATEST_ITEMS = 10;

/** What the island with the newest items shows. Its members are in this order in an address. */
export interface LatestItemsProps {
  language: Locale;
  /** A content type with a listing; without it, the items of all of them. */
  type?: string | undefined;
  count: number;
}

/** The schema of the props on a site. */
export function latestItemsSchema(config: SiteConfig): z.ZodType<LatestItemsProps> {
  return z.strictObject({
    language: z.enum(config.locales.map(({ code }) => code)),
    type: z.enum(typesToRead(config).map(({ key }) => key)).optional(),
    count: z.int().min(1).max(MOST_LATEST_ITEMS),
  });
}
