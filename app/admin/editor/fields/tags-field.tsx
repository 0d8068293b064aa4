import { type KeyboardEvent, useCallback, useId, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { DRAFT_TAGS } from '#core/drafts/draft-shape.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { TextField } from '../../../ui/kit/forms/field.tsx';
import { fetchJson } from '../../fetch-json.ts';
import type { NewTopicAnswer } from '../../topics/create/route.tsx';
import { useDesk } from '../context/desk-context.tsx';
import { ChoiceChips } from './choice-chips.tsx';

/** The tags of an item: those that the site offers, others that the item already has, and new topics. */
export function TagsField({ doc, canEdit }: { doc: Doc; canEdit: boolean }) {
  const t = useTranslations('editor.fields');
  const { tags, canCreateTopic } = useDesk();
  const [created, setCreated] = useState<{ value: string; label: string }[]>([]);
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
  const known = [...tags, ...created.filter(({ value }) => tags.every((tag) => tag.value !== value))];
  const others = chosen.filter((tag) => !known.some(({ value }) => value === tag));
  const offered = [...known, ...others.map((value) => ({ value, label: value }))];
  return (
    <>
      <ChoiceChips
        label={t('tags')}
        choices={offered}
        isChosen={(tag) => chosen.includes(tag)}
        canEdit={canEdit}
        onChoose={(tag, isChosen) => (isChosen ? map.set(tag, true) : map.delete(tag))}
      />
      {canEdit && canCreateTopic && (
        <NewTopic
          onCreated={(tag, label) => {
            setCreated((before) => [...before, { value: tag, label }]);
            map.set(tag, true);
          }}
        />
      )}
    </>
  );
}

/** Creates a topic from its name, and gives it to the item. */
function NewTopic({ onCreated }: { onCreated: (tag: string, label: string) => void }) {
  const t = useTranslations('editor.fields');
  const { paths } = useDesk();
  const id = useId();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function create() {
    if (isSending || name.trim() === '') return;
    setSending(true);
    const body = new FormData();
    body.set('name', name);
    const answer = await fetchJson<NewTopicAnswer>(paths.topics, { method: 'POST', body, kinds: ['topic', 'problem'] });
    setSending(false);
    if ('failure' in answer) return setProblem(t('topicFailed'));
    if (answer.data.kind === 'problem') return setProblem(answer.data.sentence);
    onCreated(answer.data.tag, name.trim());
    setName('');
    setProblem(undefined);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void create();
  }

  return (
    <div className="mt-3 flex max-w-md items-end gap-2">
      <div className="grow">
        <TextField
          id={id}
          name="topic"
          label={t('newTopic')}
          hint={t('newTopicHint')}
          value={name}
          maxLength={CONTENT_LIMITS.title}
          errors={problem ? [problem] : undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <button type="button" onClick={() => void create()} disabled={isSending} className={buttonStyle('plain')}>
        {t('createTopic')}
      </button>
    </div>
  );
}
