import type { UnitId } from '#core/content/translation-link.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { DRAFT_AUTHOR, DRAFT_TAGS } from '#core/drafts/draft-shape.ts';

export const COVER = 'cover';
const OF_EVERY_TYPE = [DRAFT_AUTHOR, DRAFT_TAGS, COVER];

/** Whether a unit belongs to the shared part. */
export function isSharedUnit({ fields }: Pick<ContentType, 'fields'>, unit: UnitId): boolean {
  if (OF_EVERY_TYPE.some((name) => unit === `field:${name}`)) return true;
  return fields.some(({ key, localized }) => !localized && unit === `field:${key}`);
}
