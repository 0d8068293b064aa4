import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { Doc, type Array as SharedArray, type Map as SharedMap, Text } from 'yjs';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { ENTRY_VALUE } from '#core/drafts/draft-shape.ts';
import downIcon from '~icons/lucide/arrow-down';
import upIcon from '~icons/lucide/arrow-up';
import addIcon from '~icons/lucide/plus';
import removeIcon from '~icons/lucide/trash-2';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle, iconButtonStyle } from '../../../ui/kit/button-style.ts';
import type { EditedLanguage } from '../context/read-editor.ts';
import { createEntry, moveEntry } from './list-entries.ts';
import { SharedTextField } from './shared-text-field.tsx';
import { useSharedMember } from './use-shared-value.ts';
import { ValueField } from './value-field.tsx';

interface ListFieldProps {
  list: SharedArray<SharedMap<unknown>>;
  of: Extract<FieldDefinition, { kind: 'list' }>['of'];
  field: FieldDefinition;
  label: string;
  canEdit: boolean;
  language?: EditedLanguage;
  aside?: ReactNode;
  onOwnChange?: () => void;
  onFocus?: () => void;
}

/** A list of texts, numbers or records. Entries are added, removed and moved with buttons, which also work by keyboard. */
export function ListField({ list, of, field, label, canEdit, language, aside, onOwnChange, onFocus }: ListFieldProps) {
  const t = useTranslations('editor.fields');
  const id = useId();
  const entries = useEntries(list);
  const [keyOf] = useState(createEntryKeys);
  const group = useRef<HTMLFieldSetElement>(null);
  const [focused, setFocused] = useState<string[]>();
  useEffect(() => {
    if (focused === undefined) return;
    const found = focused.map((selector) => group.current?.querySelector<HTMLElement>(selector));
    found.find(Boolean)?.focus();
    setFocused(undefined);
  }, [focused]);
  /** @param focus the elements to focus afterwards: the first one that exists */
  const change = (action: () => void, ...focus: string[]) => {
    action();
    setFocused(focus);
    onOwnChange?.();
  };
  const move = (index: number, action: 'up' | 'down') => {
    const by = action === 'up' ? -1 : 1;
    const arrow = `[data-entry="${index + by}"] [data-action]:not(:disabled)`;
    change(() => moveEntry(list, index, by), `${arrow}[data-action="${action}"]`, arrow);
  };
  const isRecord = typeof of !== 'string';
  const nameOf = (index: number) => t('entry', { field: label, number: index + 1 });
  return (
    <fieldset ref={group} onFocus={onFocus} className="relative grid gap-3">
      <legend id={id} className="mb-1.5 font-medium">
        {label}
      </legend>
      {aside && <div className="absolute end-0 top-0">{aside}</div>}
      {entries.length === 0 && <p className="text-fine text-ink-soft">{t('emptyList')}</p>}
      <ol className="grid gap-3">
        {entries.map((entry, index) => (
          <li
            key={keyOf(entry)}
            data-entry={index}
            className={`flex flex-wrap items-end gap-1 ${isRecord ? 'rounded-control border border-line p-3' : ''}`}
          >
            <div
              {...(isRecord && { role: 'group', 'aria-label': nameOf(index) })}
              className="grid min-w-0 grow basis-48 gap-3"
            >
              {membersOf(of, field, nameOf(index)).map((member) => (
                <EntryMember
                  key={member.name}
                  entry={entry}
                  member={member}
                  canEdit={canEdit}
                  {...(language && { language })}
                  {...(onOwnChange && { onOwnChange })}
                />
              ))}
            </div>
            {canEdit && (
              <EntryButtons
                name={nameOf(index)}
                isFirst={index === 0}
                isLast={index === entries.length - 1}
                onMove={(action) => move(index, action)}
                onRemove={() => change(() => list.delete(index), '[data-action="add"]')}
              />
            )}
          </li>
        ))}
      </ol>
      {canEdit && entries.length < CONTENT_LIMITS.listEntries && (
        <button
          type="button"
          data-action="add"
          aria-label={t('addTo', { field: label })}
          className={`justify-self-start ${buttonStyle('plain')}`}
          onClick={() =>
            change(() => list.push([createEntry(of)]), `[data-entry="${entries.length}"] :is(input, textarea, select)`)
          }
        >
          <Icon icon={addIcon} />
          {t('add')}
        </button>
      )}
    </fieldset>
  );
}

interface EntryButtonsProps {
  /** The name of the entry. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove(action: 'up' | 'down'): void;
  onRemove(): void;
}

function EntryButtons({ name, isFirst, isLast, onMove, onRemove }: EntryButtonsProps) {
  const t = useTranslations('editor.fields');
  return (
    <div className="flex">
      <button
        type="button"
        data-action="up"
        aria-label={t('up', { entry: name })}
        disabled={isFirst}
        className={`${iconButtonStyle} disabled:opacity-40`}
        onClick={() => onMove('up')}
      >
        <Icon icon={upIcon} />
      </button>
      <button
        type="button"
        data-action="down"
        aria-label={t('down', { entry: name })}
        disabled={isLast}
        className={`${iconButtonStyle} disabled:opacity-40`}
        onClick={() => onMove('down')}
      >
        <Icon icon={downIcon} />
      </button>
      <button type="button" aria-label={t('remove', { entry: name })} className={iconButtonStyle} onClick={onRemove}>
        <Icon icon={removeIcon} />
      </button>
    </div>
  );
}

interface Member {
  name: string;
  label: string | undefined;
  field: FieldDefinition;
}

/** The members of an entry. The value of a simple entry is named by its position in the list. */
function membersOf(of: ListFieldProps['of'], field: FieldDefinition, entryName: string): Member[] {
  if (typeof of !== 'string') return of.map((member) => ({ name: member.key, label: undefined, field: member }));
  const { key, labels, localized } = field;
  const own: FieldDefinition = { key, labels, localized, required: true, kind: of };
  return [{ name: ENTRY_VALUE, label: entryName, field: own }];
}

interface EntryMemberProps {
  entry: SharedMap<unknown>;
  member: Member;
  canEdit: boolean;
  language?: EditedLanguage;
  onOwnChange?: () => void;
}

function EntryMember(props: EntryMemberProps) {
  const { code } = useLocale();
  const { entry, member, canEdit, onOwnChange } = props;
  const { name, field } = member;
  const label = member.label ?? field.labels[code] ?? field.key;
  if (field.kind === 'text') return <EntryText {...props} field={field} label={label} />;
  return <ValueField map={entry} name={name} field={field} label={label} canEdit={canEdit} onOwnChange={onOwnChange} />;
}

interface EntryTextProps extends EntryMemberProps {
  field: Extract<FieldDefinition, { kind: 'text' }>;
  label: string;
}

/**
 * A text of an entry. A missing shared text is created on the first input: creating it earlier could replace another person's.
 */
function EntryText({ entry, member: { name }, field, label, canEdit, language, onOwnChange }: EntryTextProps) {
  const present = useSharedMember(entry, name);
  const text = useMemo(() => (present instanceof Text ? present : new Doc().getText()), [present]);
  return (
    <SharedTextField
      text={text}
      label={label}
      canEdit={canEdit}
      multiline={field.multiline ?? false}
      most={field.maxLength ?? CONTENT_LIMITS.fieldText}
      required={field.required ?? false}
      {...(language && { language })}
      onOwnChange={() => {
        if (text !== present) entry.set(name, new Text(text.toString()));
        onOwnChange?.();
      }}
    />
  );
}

/** The entries of a list, updated when entries are added, removed or moved. */
function useEntries(list: SharedArray<SharedMap<unknown>>): readonly SharedMap<unknown>[] {
  const known = useRef<readonly SharedMap<unknown>[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      list.observe(listener);
      return () => list.unobserve(listener);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => {
    const entries = list.toArray();
    const isSame = entries.length === known.current.length && entries.every((entry, at) => entry === known.current[at]);
    if (!isSame) known.current = entries;
    return known.current;
  });
}

/** Gives each entry a stable React key, wherever it moves in its list. */
function createEntryKeys(): (entry: object) => number {
  const keys = new WeakMap<object, number>();
  let last = 0;
  return (entry) => {
    const key = keys.get(entry) ?? ++last;
    keys.set(entry, key);
    return key;
  };
}
