import { useCallback, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { DRAFT_TAGS } from '#core/drafts/draft-shape.ts';
import { useDesk } from '../context/desk-context.tsx';

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
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('tags')}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map(({ value, label }) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong px-3 has-checked:border-action has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              disabled={!canEdit}
              onChange={({ currentTarget }) => {
                if (currentTarget.checked) map.set(value, true);
                else map.delete(value);
              }}
              className="choice-mark"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
