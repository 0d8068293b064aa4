import type { SiteConfig } from '../site/site-config.ts';
import { contentPath } from './collections.ts';
import { contentLinks } from './content-links.ts';
import { createItemCard } from './create-item-card.ts';
import type { Item } from './item.ts';
import { createLinkJudge, judgedBy } from './judge-links.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Stages an item, with its card: the only way in which one is written. Its document must have been read. */
export function stageItem(unit: UnitOfWork, config: SiteConfig, item: Item): void {
  unit.set(contentPath.item(item.id), item);
  stageCard(unit, config, item.id, item);
}

/** Stages the removal of an item and its card. Its document must have been read. */
export function stageItemRemoval(unit: UnitOfWork, config: SiteConfig, id: string): void {
  unit.remove(contentPath.item(id));
  stageCard(unit, config, id, undefined);
}

function stageCard(unit: UnitOfWork, config: SiteConfig, id: string, item: Item | undefined): void {
  const type = config.contentTypes.find(({ key }) => key === item?.type);
  const linked = Object.entries(item?.languages ?? {}).flatMap(
    ([language, content]) => contentLinks(config, type, language, content).items,
  );
  unit.derive(contentPath.card(id), judgedBy(config, new Set(linked)), (look) => {
    const final = look<Item>(contentPath.item(id));
    return final && createItemCard(config, final, createLinkJudge(look));
  });
}
