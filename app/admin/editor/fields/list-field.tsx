import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Doc, type Array as SharedArray, type Map as SharedMap, Text } from 'yjs';
import type { FieldDefinition, ListOf } from '#core/content-types/content-type.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { halfSpans, overlaps, spanMembers } from '#core/content-types/time-spans.ts';
import { ENTRY_VALUE } from '#core/drafts/draft-shape.ts';
import { IS_BELOW } from '#core/site/site-navigation-type.ts';
import addIcon from '~icons/lucide/plus';
import { formatDay } from '../../../i18n/format-date.ts';
import { weekdayName } from '../../../i18n/format-hours.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import type { EditedLanguage } from '../context/read-editor.ts';
import { fieldProblem, useProblemSentence } from '../problems/field-problem.ts';
import { EntryButtons, EntryHandle, SpanTools } from './entry-tools.tsx';
import { createEntry, keepIds, moveEntry, shownMembers } from './list-entries.ts';
import { SharedTextField } from './shared-text-field.tsx';
import { useEntries, useEntryValues, useSharedMember, useSharedText } from './use-shared-value.ts';
import { ValueField } from './value-field.tsx';

interface ListFieldProps {
  list: SharedArray<SharedMap<unknown>>;
  of: ListOf;
  field: FieldDefinition;
  label: string;
  hint?: string | undefined;
  canEdit: boolean;
  language: EditedLanguage | undefined;
  aside: ReactNode;
  onOwnChange: (() => void) | undefined;
  onFocus: (() => void) | undefined;
}

/**
 * A list of texts, numbers or records. Entries are added and removed with buttons, and moved with buttons or a handle, which also
 * work by keyboard.
 */
export function ListField(props: ListFieldProps) {
  const { list, of, field, label, hint, canEdit, aside, onOwnChange, onFocus } = props;
  const t = useTranslations('editor.fields');
  const id = useId();
  const entries = useEntries(list);
  const [keyOf] = useState(createEntryKeys);
  const group = useRef<HTMLFieldSetElement>(null);
  const [focused, setFocused] = useState<string[]>();
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const [told, setAnnouncement] = useState('');
  const problemOf = useSpanProblems(list, of, field, label);
  const isBelow = useEntriesBelow(list, of);
  useEffect(() => {
    if (focused === undefined) return;
    const found = focused.map((selector) => group.current?.querySelector<HTMLElement>(selector));
    found.find(Boolean)?.focus();
    setFocused(undefined);
  }, [focused]);
  /** @param focus the elements to focus afterwards: the first one that exists */
  const change = (action: () => void, ...focus: string[]) => {
    keepIds(list, of);
    action();
    setFocused(focus);
    onOwnChange?.();
  };
  const nameOf = (index: number) => t('entry', { field: label, number: index + 1 });
  /** @param action the button that was used, which keeps the focus */
  const move = (index: number, to: number, action: 'up' | 'down' | 'drag') => {
    if (to < 0 || to >= entries.length) return;
    const button = `[data-entry="${to}"] [data-action]:not(:disabled)`;
    change(
      () => moveEntry(list, index, to),
      `${button}[data-action="${action}"]`,
      ...(action === 'drag' ? [] : [`${button}:not([data-action="drag"])`]),
    );
    setAnnouncement(t('moved', { entry: nameOf(index), place: to + 1, count: entries.length }));
  };
  const most = (field.kind === 'list' && field.most) || CONTENT_LIMITS.listEntries;
  return (
    <fieldset ref={group} onFocus={onFocus} className="relative grid min-w-0 grid-cols-1 gap-3">
      <legend id={id} className="mb-1.5 font-medium">
        {label}
      </legend>
      {aside && <div className="absolute end-0 top-0">{aside}</div>}
      {hint && <p className="-mt-2 text-fine text-ink-soft">{hint}</p>}
      {entries.length === 0 && <p className="text-fine text-ink-soft">{t('emptyList')}</p>}
      <ol className="grid grid-cols-1 gap-3">
        {entries.map((entry, index) => (
          <ListEntry
            key={keyOf(entry)}
            {...props}
            entry={entry}
            index={index}
            count={entries.length}
            name={nameOf(index)}
            furtherOf={(member) => problemOf(index, member)}
            className={`${entryStyle(of, drag, index)} ${isBelow(index) ? 'ms-6 sm:ms-10' : ''}`}
            onDrag={(to) => setDrag(to === undefined ? undefined : { from: index, to })}
            onMove={(to, action) => move(index, to, action)}
            onChange={change}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {told}
      </p>
      {canEdit && entries.length < most && (
        <button
          type="button"
          data-action="add"
          aria-label={t('addTo', { field: label })}
          className={`justify-self-start ${buttonStyle('plain')}`}
          onClick={() =>
            change(
              () => list.push([createEntry(of)]),
              `[data-entry="${entries.length}"] > fieldset :is(input, textarea, select, button)`,
              `[data-entry="${entries.length}"] :is(input, textarea, select)`,
            )
          }
        >
          <Icon icon={addIcon} />
          {t('add')}
        </button>
      )}
    </fieldset>
  );
}

interface ListEntryProps extends ListFieldProps {
  entry: SharedMap<unknown>;
  index: number;
  /** The number of entries. */
  count: number;
  name: string;
  /** What is wrong with a member of it beside others. */
  furtherOf: (member: string) => string | undefined;
  className: string;
  onDrag: (to: number | undefined) => void;
  onMove: (to: number, action: 'up' | 'down' | 'drag') => void;
  onChange: (action: () => void, ...focus: string[]) => void;
}

/** An entry with what moves and removes it; a record has a head with its name. */
function ListEntry(props: ListEntryProps) {
  const { list, of, field, canEdit, language, onOwnChange, entry, index, count, name, onChange } = props;
  const t = useTranslations('editor.fields');
  const members = useMemo(() => spanMembers(of), [of]);
  const handle = canEdit && count > 1 && (
    <EntryHandle
      label={t('handle', { entry: name })}
      index={index}
      onDrag={props.onDrag}
      onMove={(to) => props.onMove(to, 'drag')}
    />
  );
  const buttons = canEdit && (
    <EntryButtons
      name={name}
      isFirst={index === 0}
      isLast={index === count - 1}
      onMove={(action) => props.onMove(index + (action === 'up' ? -1 : 1), action)}
      onRemove={() => onChange(() => list.delete(index), '[data-action="add"]')}
    />
  );
  const fields = membersOf(of, field, name).map((member) => (
    <EntryMember
      key={member.name}
      entry={entry}
      member={member}
      canEdit={canEdit}
      further={props.furtherOf(member.name)}
      language={language}
      onOwnChange={onOwnChange}
    />
  ));
  return (
    <li data-entry={index} className={`relative ${props.className}`}>
      {typeof of !== 'string' ? (
        <>
          <div className="flex min-h-11 flex-wrap items-center gap-x-1 border-b border-line ps-1 not-has-[[data-action=drag]]:ps-3">
            {handle}
            <span aria-hidden="true" className="min-w-min grow basis-0 py-1 font-medium">
              {name}
            </span>
            {buttons}
          </div>
          <fieldset aria-label={name} className="flex min-w-0 flex-wrap gap-3 p-3">
            {fields}
            {members && canEdit && (
              <SpanTools list={list} of={of} members={members} index={index} name={name} onChange={onChange} />
            )}
          </fieldset>
        </>
      ) : (
        <>
          {handle}
          <div className="min-w-0 grow basis-36">{fields}</div>
          {buttons}
        </>
      )}
    </li>
  );
}

/** The sentences about times that do not go with others, by the position of their entry and their member. */
function useSpanProblems(list: SharedArray<SharedMap<unknown>>, of: ListOf, field: FieldDefinition, label: string) {
  const { language } = useLocale();
  const t = useTranslations('editor.fields');
  const sentence = useProblemSentence();
  // Of lists without times nothing is read, so that typing in their texts renders no other entry.
  const { half, overlapping } = useEntryValues(list, of, (entries) => ({
    half: halfSpans(field, entries),
    overlapping: overlaps(field, entries),
  }));
  return (index: number, member: string) => {
    const isHere = (one: { index: number; member: string }) => one.index === index && one.member === member;
    if (half.some(isHere)) return sentence({ key: 'bothTimes' });
    const overlap = overlapping.find(isHere);
    if (!overlap) return undefined;
    const day = typeof overlap.day === 'number' ? weekdayName(overlap.day, language) : formatDay(language, overlap.day);
    return sentence({ key: 'overlap', entry: t('entry', { field: label, number: overlap.other + 1 }), day });
  };
}

/** Whether an entry stands below the one above, by its position; in lists of one level, none does. */
function useEntriesBelow(list: SharedArray<SharedMap<unknown>>, of: ListOf) {
  const isOfLevels = typeof of !== 'string' && of.some(({ key }) => key === IS_BELOW);
  const found = useEntryValues(list, of, (entries) =>
    isOfLevels ? entries.map((entry, index) => index > 0 && Object(entry)[IS_BELOW] === true) : [],
  );
  return (index: number) => found[index] === true;
}

/** A record has a frame. While an entry is dragged it is pale, and a line shows where it would be. */
function entryStyle(of: ListOf, drag: { from: number; to: number } | undefined, index: number): string {
  const own =
    typeof of !== 'string' ? 'rounded-control border border-line-strong bg-raised' : 'flex flex-wrap items-end gap-1';
  if (!drag) return own;
  if (drag.from === index) return `${own} opacity-50`;
  if (drag.to !== index) return own;
  const line = 'after:absolute after:inset-x-0 after:h-0.5 after:bg-action forced-colors:after:bg-[Highlight]';
  return `${own} ${line} ${drag.to < drag.from ? 'after:-top-2' : 'after:-bottom-2'}`;
}

interface Member {
  name: string;
  label: string | undefined;
  field: FieldDefinition;
}

/** The members of an entry. The value of a simple entry is named by its position in the list. */
function membersOf(of: ListOf, field: FieldDefinition, entryName: string): Member[] {
  if (typeof of !== 'string')
    return shownMembers(of).map((member) => ({ name: member.key, label: undefined, field: member }));
  const { key, labels, localized } = field;
  const own: FieldDefinition = { key, labels, localized, required: true, kind: of };
  return [{ name: ENTRY_VALUE, label: entryName, field: own }];
}

interface EntryMemberProps {
  entry: SharedMap<unknown>;
  member: Member;
  canEdit: boolean;
  /** What is wrong with it beside others. */
  further: string | undefined;
  language: EditedLanguage | undefined;
  onOwnChange: (() => void) | undefined;
}

function EntryMember(props: EntryMemberProps) {
  const { code } = useLocale();
  const { entry, member, canEdit, onOwnChange, further } = props;
  const { name, field } = member;
  const label = member.label ?? field.labels[code] ?? field.key;
  return (
    <div className={`min-w-0 grow ${name === ENTRY_VALUE ? 'basis-full' : (ROOM_OF[field.kind] ?? 'basis-full')}`}>
      {field.kind === 'text' ? (
        <EntryText {...props} field={field} label={label} />
      ) : (
        <ValueField
          map={entry}
          name={name}
          field={field}
          label={label}
          hint={field.hints?.[code]}
          canEdit={canEdit}
          onOwnChange={onOwnChange}
          further={further}
        />
      )}
    </div>
  );
}

/** The width at which a member stands beside others in a record. */
const ROOM_OF: { [kind in FieldDefinition['kind']]?: string } = {
  number: 'basis-32',
  date: 'basis-32',
  time: 'basis-32',
  weekday: 'basis-32',
  moment: 'basis-56',
};

interface EntryTextProps extends EntryMemberProps {
  field: Extract<FieldDefinition, { kind: 'text' }>;
  label: string;
}

/**
 * A text of an entry. A missing shared text is created on the first input: creating it earlier could replace another person's.
 */
function EntryText({ entry, member: { name }, field, label, canEdit, language, onOwnChange }: EntryTextProps) {
  const { code } = useLocale();
  const present = useSharedMember(entry, name);
  const text = useMemo(() => (present instanceof Text ? present : new Doc().getText()), [present]);
  const value = useSharedText(text);
  const problem = field.format && fieldProblem(field, value);
  return (
    <SharedTextField
      text={text}
      label={label}
      hint={field.hints?.[code]}
      canEdit={canEdit}
      multiline={field.multiline ?? false}
      most={field.maxLength ?? CONTENT_LIMITS.fieldText}
      problem={problem}
      required={field.required ?? false}
      language={language}
      onOwnChange={() => {
        if (text !== present) entry.set(name, new Text(text.toString()));
        onOwnChange?.();
      }}
    />
  );
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
