import type { FieldValues } from '#core/content/item.ts';
import type { LanguageChange } from '#core/drafts/drafts.ts';
import { beginSiteItem } from '#core/items/create-item.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { SITE_TYPES, type SiteTypeKey } from '#core/site/site-types.ts';
import { siteWordsType } from '#core/site/site-words.ts';
import { createFakeDrafts } from './create-fake-drafts.ts';
import { createItemSite, person } from './create-item-site.ts';

const eva = person('editor', 'eva');

/** The site of `createItemSite` with the types about the site itself, and a way to write them. */
export function createSiteContent() {
  const site = createItemSite();
  const config = {
    ...site.config,
    contentTypes: [...site.config.contentTypes, ...SITE_TYPES, siteWordsType(site.config)],
  };
  const drafts = createFakeDrafts(site.store, config);
  const dependencies = { ...site.dependencies, config, drafts };
  return {
    ...site,
    config,
    drafts,
    dependencies,
    content: createPublishedContent({ store: site.store, config }),
    /** Begins a site item unless it is there, and writes values into its draft. */
    async write(key: SiteTypeKey, fields: FieldValues, languages: { [language: string]: LanguageChange } = {}) {
      await beginSiteItem(dependencies, eva, key);
      await drafts.changeItem(key, { shared: { fields }, languages }, { id: 'eva', name: 'Eva' });
    },
  };
}
