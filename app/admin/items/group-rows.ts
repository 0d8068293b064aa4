import type { ItemRow } from './item-row.ts';
import type { ItemsData } from './read-items.ts';

export interface RowGroup {
  /** Of its heading in the page, and of no other one's. */
  key: string;
  label: string;
  rows: ItemRow[];
  /** Whether it is the first one in which rows can change places, which says how. */
  hasHint: boolean;
}

/** The groups of a list that stands as people chose, as the site has them; none for another list. */
export function groupRows(
  { group, isInOrder, rows }: Pick<ItemsData, 'group' | 'isInOrder' | 'rows'>,
  withoutGroup: string,
): RowGroup[] {
  if (!group || !isInOrder) return [];
  const groups = [...group.choices, { value: undefined, label: withoutGroup }]
    .map(({ value, label }) => ({
      key: value === undefined ? 'ungrouped' : `group-${value}`,
      label,
      rows: rows.filter((row) => row.group?.value === value),
    }))
    .filter((one) => one.rows.length > 0);
  const hinting = groups.find((one) => one.rows.length > 1);
  return groups.map((one) => ({ ...one, hasHint: one === hinting }));
}
