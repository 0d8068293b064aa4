import type { ItemDependencies } from '#core/publishing/change-item.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { AdminServices } from '../../../context/context.ts';

/** The dependencies of use cases on items. */
export function dependenciesOf({
  store,
  drafts,
  tryPage,
  reviewMails,
  config,
}: Pick<AdminServices, 'store' | 'drafts' | 'tryPage' | 'reviewMails'> & { config: SiteConfig }): ItemDependencies & {
  drafts: AdminServices['drafts'];
} {
  return { store, drafts, tryPage, reviewMails, config };
}
