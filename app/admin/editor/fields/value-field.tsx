import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Map as SharedMap, Text } from 'yjs';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { endsTooEarly, startOf } from '#core/content-types/time-spans.ts';
import { formatDay, formatMoment } from '../../../i18n/format-date.ts';
import { formatTime, weekdayName } from '../../../i18n/format-hours.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Checkbox } from '../../../ui/kit/forms/checkbox.tsx';
import { TextField } from '../../../ui/kit/forms/field.tsx';
import { LineField } from '../../../ui/kit/forms/line-area.tsx';
import { SelectField } from '../../select-field.tsx';
import { LinkField } from '../links/link-field.tsx';
import { MediaField } from '../links/media-field.tsx';
import { type FieldProblem, fieldProblem, useProblemSentence, useShownProblem } from '../problems/field-problem.ts';
import { parseNumbers } from './list-entries.ts';
import { useSharedMember } from './use-shared-value.ts';
import { WEEKDAYS, WeekdaysField } from './weekdays-field.tsx';

interface ValueFieldProps {
  /** Contains the value under `name`, or under the field's key. */
  map: SharedMap<unknown>;
  name?: string;
  field: FieldDefinition;
  label: string;
  hint?: string | undefined;
  canEdit: boolean;
  onOwnChange?: (() => void) | undefined;
  /** For a time: what the field said when it was a text. */
  former?: Text;
  /** What is wrong with it beside others: a sentence. */
  further?: string | undefined;
}

/** A field whose value is replaced as a whole: a number, boolean, date, time, choice, picture, another item, or a link. */
export function ValueField(props: ValueFieldProps) {
  const { field, label, hint, canEdit } = props;
  const t = useTranslations('editor.fields');
  const { code, language } = useLocale();
  const { key, value, valid, errors, write } = useStoredValue(props);
  const control = { label, hint, errors, value, canEdit, onWrite: write };
  const onChange = ({ currentTarget }: { currentTarget: { value: string } }) => write(currentTarget.value || undefined);
  switch (field.kind) {
    case 'number':
      return <NumberInput {...control} />;
    case 'date':
    case 'moment':
    case 'time':
      return (
        <TextField
          name={key}
          type={field.kind === 'moment' ? 'datetime-local' : field.kind}
          label={label}
          hint={hint}
          errors={errors}
          value={valid}
          readOnly={!canEdit}
          onChange={onChange}
        />
      );
    case 'weekday':
      return (
        <SelectField
          name={key}
          label={label}
          hint={hint}
          errors={errors}
          value={typeof value === 'number' ? String(value) : ''}
          disabled={!canEdit}
          onChange={({ currentTarget }) => write(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
          none={t('none')}
          choices={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayName(day, language) }))}
        />
      );
    case 'boolean':
      return (
        <Checkbox
          name={key}
          label={label}
          hint={hint}
          errors={errors}
          checked={value === true}
          disabled={!canEdit}
          onChange={({ currentTarget }) => write(currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <SelectField
          name={key}
          label={label}
          hint={hint}
          errors={errors}
          value={typeof value === 'string' ? value : ''}
          disabled={!canEdit}
          onChange={onChange}
          none={t('none')}
          choices={field.choices.map((choice) => ({ value: choice.value, label: choice.labels[code] ?? choice.value }))}
        />
      );
    case 'media':
      return <MediaField {...control} />;
    case 'relation':
      return <LinkField {...control} type={field.type} />;
    case 'link':
      return <LinkField {...control} />;
    case 'list':
      if (field.of !== 'weekday') return <NumbersInput {...control} />;
      return <WeekdaysField {...control} onWrite={(days) => write(days.length > 0 ? days : undefined)} />;
    default:
      return null;
  }
}

/** The value as it is stored, what is shown as wrong with it, and how it is replaced. */
function useStoredValue({ map, name, field, onOwnChange, former, further }: ValueFieldProps) {
  const { language } = useLocale();
  const key = name ?? field.key;
  const own = useSharedMember(map, key) ?? former;
  // It may still be the shared text that its field was.
  const value = own instanceof Text ? own.toString() || undefined : own;
  const sentence = useProblemSentence();
  const start = useSharedMember(map, startOf(field) ?? key);
  const stored = fieldProblem(field, value);
  const [problem, noteWritten] = useShownProblem(stored);
  const errors = problem ? [sentence(problem)] : [];
  if (endsTooEarly(field, value, start)) errors.push(sentence(earlyProblem(field.kind, String(start), language)));
  if (further !== undefined) errors.push(further);
  // For a date or time: the browser warns of others in the console, and shows them as nothing.
  const valid = typeof value === 'string' && !stored ? value : '';
  const write = (next: unknown) => {
    noteWritten();
    if (former && former.length > 0) former.delete(0, former.length);
    if (next === undefined) map.delete(key);
    else map.set(key, next);
    onOwnChange?.();
  };
  return { key, value, valid, errors, write };
}

/** That something ends before it begins. @param start what it begins at, as it is stored */
function earlyProblem(kind: FieldDefinition['kind'], start: string, language: string): FieldProblem {
  if (kind === 'time') return { key: 'early', time: formatTime(start, language) };
  const time = kind === 'moment' ? formatMoment(language, start) : formatDay(language, start);
  return { key: 'earlyDay', time };
}

interface InputProps {
  label: string;
  hint?: string | undefined;
  errors: string[];
  value: unknown;
  canEdit: boolean;
  onWrite: (value: unknown) => void;
}

function NumberInput({ label, hint, errors, value, canEdit, onWrite }: InputProps) {
  return (
    <TextField
      name={label}
      type="number"
      step="any"
      inputMode="decimal"
      label={label}
      hint={hint}
      errors={errors}
      value={typeof value === 'number' ? value : ''}
      readOnly={!canEdit}
      onChange={({ currentTarget }) =>
        onWrite(Number.isFinite(currentTarget.valueAsNumber) ? currentTarget.valueAsNumber : undefined)
      }
    />
  );
}

/** Several numbers in one text input, for lists within records. Invalid input stays until corrected. */
function NumbersInput({ label, hint, errors, value, canEdit, onWrite }: InputProps) {
  const t = useTranslations('editor.fields');
  const written = Array.isArray(value) ? value.join(', ') : '';
  const tProblems = useTranslations('editor.problems');
  const [typed, setTyped] = useState<string>();
  const isUnread = typed !== undefined && parseNumbers(typed) === undefined;
  return (
    <LineField
      name={label}
      label={label}
      hint={[hint, t('numbersHint')].filter(Boolean).join(' ')}
      errors={isUnread ? [tProblems('numbers')] : errors}
      inputMode="numeric"
      value={typed ?? written}
      readOnly={!canEdit}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const numbers = parseNumbers(currentTarget.value);
        if (numbers) onWrite(numbers);
      }}
      onBlur={() => !isUnread && setTyped(undefined)}
    />
  );
}
