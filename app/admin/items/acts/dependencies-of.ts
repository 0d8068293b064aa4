import type { ItemDependencies } from '#core/items/change-item.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { AdminServices } from '../../../context/context.ts';

/** What use cases of items take. */
export function dependenciesOf({
  store,
  drafts,
  config,
}: Pick<AdminServices, 'store' | 'drafts'> & { config: SiteConfig }): ItemDependencies & {
  drafts: AdminServices['drafts'];
} {
  return { store, drafts, config };
}
