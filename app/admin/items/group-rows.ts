import type { ItemRow } from './item-row.ts';
import type { ItemsData } from './read-items.ts';

export interface RowGroup {
  /** Id of its heading, unique in the page. */
  key: string;
  label: string;
  rows: ItemRow[];
  /** Whether it is the first group with movable rows, which shows the instructions. */
  hasHint: boolean;
}

/** The groups of a list in manual order, in the site's order; none for another list. */
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
