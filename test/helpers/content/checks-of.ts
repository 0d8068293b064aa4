import { checkItem, checkItems } from '#core/items/check-items.ts';

/** The checks of one item. */
export async function checksOf(...args: Parameters<typeof checkItem>) {
  return (await checkItem(...args))?.checks;
}

/** The checks of items that are published together, by the id of the item. */
export async function checksOfEach(...args: Parameters<typeof checkItems>) {
  const checked = await checkItems(...args);
  return checked && new Map(checked.map(({ item, checks }) => [item.id, checks]));
}
