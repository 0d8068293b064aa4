import type { Doc } from 'yjs';
import { DRAFT_COVER } from '#core/drafts/draft-shape.ts';
import { useSharedMember } from './use-shared-value.ts';

/** The media id of an item's cover. @param shared the shared draft */
export function useCover(shared: Doc): string | undefined {
  const media = useSharedMember(shared.getMap<unknown>(DRAFT_COVER), 'media');
  return typeof media === 'string' ? media : undefined;
}
