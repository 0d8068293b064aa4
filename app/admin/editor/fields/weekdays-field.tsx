import type { ReactNode } from 'react';
import type { Array as SharedArray, Map as SharedMap } from 'yjs';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { writeList } from '#core/draft-contents/list-field.ts';
import { weekdayName } from '../../../i18n/format-hours.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { fieldProblem, useProblemSentence } from '../problems/field-problem.ts';
import { ChoiceChips } from './choice-chips.tsx';
import { useEntryValues } from './use-shared-value.ts';

/** ISO 8601 numbers of the days of the week, Monday first. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

interface WeekdaysFieldProps {
  label: string;
  hint?: string | undefined;
  value: unknown;
  canEdit: boolean;
  errors?: readonly string[] | undefined;
  /** Shown beside the label. */
  aside?: ReactNode;
  onFocus?: (() => void) | undefined;
  /** @param days in the order of the week; none if none is chosen */
  onWrite: (days: number[]) => void;
}

/** Several days of the week, a button for each. Numbers that are no day are gone with the next choice. */
export function WeekdaysField({ label, value, onWrite, ...field }: WeekdaysFieldProps) {
  const { language } = useLocale();
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  return (
    <ChoiceChips
      label={label}
      choices={WEEKDAYS.map((day) => ({ value: day, label: weekdayName(day, language) }))}
      isChosen={(day) => chosen.includes(day)}
      {...field}
      onChoose={(day, isChosen) => onWrite(WEEKDAYS.filter((one) => (one === day ? isChosen : chosen.includes(one))))}
    />
  );
}

interface WeekdayListProps {
  list: SharedArray<SharedMap<unknown>>;
  field: FieldDefinition;
  label: string;
  hint?: string | undefined;
  canEdit: boolean;
  aside?: ReactNode;
  onFocus?: (() => void) | undefined;
  onOwnChange?: (() => void) | undefined;
}

/** A field of a type that lists days of the week. */
export function WeekdayList({ list, field, onOwnChange, ...control }: WeekdayListProps) {
  const days = useEntryValues(list, 'weekday', (entries) => entries);
  const sentence = useProblemSentence();
  const problem = fieldProblem(field, days.length > 0 ? days : undefined);
  return (
    <WeekdaysField
      {...control}
      value={days}
      errors={problem && [sentence(problem)]}
      onWrite={(next) => {
        list.doc?.transact(() => writeList(list, 'weekday', next));
        onOwnChange?.();
      }}
    />
  );
}
