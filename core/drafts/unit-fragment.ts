import type { UnitId } from '../content/translation-link.ts';
import { blockOfUnit, blockUnitId } from '../translation/units.ts';
import { DRAFT_TEXTS } from './draft-shape.ts';

/** The URL fragment of a unit on its item's editor page: `#block-…`, `#field-title`. */
export function unitFragment(unit: UnitId): string {
  const block = blockOfUnit(unit);
  return block === undefined ? `#field-${unit.replace(/^field:/, '')}` : `#block-${block}`;
}

/** @returns the unit of such a fragment, or `undefined` */
export function unitOfFragment(fragment: string): UnitId | undefined {
  const [, kind, name] = /^#(block|field)-([\w.-]{1,128})$/.exec(fragment) ?? [];
  if (name === undefined) return undefined;
  if (kind === 'block') return blockUnitId(name);
  return (DRAFT_TEXTS as readonly string[]).includes(name) ? name : `field:${name}`;
}
