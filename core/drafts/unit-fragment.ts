import type { UnitId } from '../content/translation-link.ts';
import { blockOfUnit, blockUnitId } from '../translation/units.ts';
import { DRAFT_TEXTS } from './draft-shape.ts';

/** Where a unit stands on the page that its item is written on: `#block-…`, `#field-title`. */
export function unitFragment(unit: UnitId): string {
  const block = blockOfUnit(unit);
  return block === undefined ? `#field-${unit.replace(/^field:/, '')}` : `#block-${block}`;
}

/** @returns the unit that such a fragment names, if it is one */
export function unitOfFragment(fragment: string): UnitId | undefined {
  const [, kind, name] = /^#(block|field)-([\w.-]{1,64})$/.exec(fragment) ?? [];
  if (name === undefined) return undefined;
  if (kind === 'block') return blockUnitId(name);
  return (DRAFT_TEXTS as readonly string[]).includes(name) ? name : `field:${name}`;
}
