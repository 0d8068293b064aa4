import { useCallback, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { DRAFT_TAGS } from '#core/drafts/draft-shape.ts';
import { useDesk } from '../context/desk-context.tsx';
import { ChoiceChips } from './choice-chips.tsx';

/** The tags of an item: those of the configuration, and others that the item already has. */
export function TagsField({ doc, canEdit }: { doc: Doc; canEdit: boolean }) {
  const t = useTranslations('editor.fields');
  const { tags } = useDesk();
  const map = doc.getMap(DRAFT_TAGS);
  const subscribe = useCallback(
    (listener: () => void) => {
      map.observe(listener);
      return () => map.unobserve(listener);
    },
    [map],
  );
  const chosen = useSyncExternalStore(subscribe, () => [...map.keys()].sort().join(' '))
    .split(' ')
    .filter(Boolean);
  const others = chosen.filter((tag) => !tags.some(({ value }) => value === tag));
  const offered = [...tags, ...others.map((value) => ({ value, label: value }))];
  return (
    <ChoiceChips
      label={t('tags')}
      choices={offered}
      isChosen={(tag) => chosen.includes(tag)}
      canEdit={canEdit}
      onChoose={(tag, isChosen) => (isChosen ? map.set(tag, true) : map.delete(tag))}
    />
  );
}
