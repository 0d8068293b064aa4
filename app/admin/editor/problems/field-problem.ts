import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fieldsSchema } from '#core/content/field-schema.ts';
import { type BrandPair, brandProblem, readColor } from '#core/content-types/brand-scale.ts';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { isInvisible } from '#core/content-types/invisible-text.ts';
import { usePublishingChecked } from '../context/desk-context.tsx';

/** A validation error: a key in `editor.problems` with its parameters. */
export type FieldProblem =
  | { key: 'required' | 'oneLine' | 'email' | 'address' | 'date' | 'choice' | 'number' | 'link' | 'invalid' }
  | { key: 'color' | 'bothTimes' }
  /** With the pair of colors that cannot be read, its contrast, and the nearest color that would do. */
  | { key: 'contrast'; pair: BrandPair; ratio: string; nearest: string }
  | { key: 'tooLong'; most: number; count: number }
  | { key: 'tooMany'; most: number }
  /** With what is stored, which a control for times does not show. */
  | { key: 'time'; value: string }
  /** With the time that it must come after. */
  | { key: 'early' | 'earlyDay'; time: string }
  /** With the entry of the list that it overlaps, and the first day on which it does. */
  | { key: 'overlap'; entry: string; day: string }
  | { key: 'tooSmall'; least: number }
  | { key: 'tooBig'; most: number };

/** So that inputs which validate while somebody types have one schema per field. */
const alone = new WeakMap<FieldDefinition, FieldDefinition[]>();

/** A field by itself, for all items. */
function aloneOf(field: FieldDefinition): FieldDefinition[] {
  const { items: _items, ...everywhere } = field;
  const fields = alone.get(field) ?? [everywhere];
  alone.set(field, fields);
  return fields;
}

/** The validation error of a field, by the same schema as for publishing. */
export function fieldProblem(field: FieldDefinition, value: unknown): FieldProblem | undefined {
  const schema = fieldsSchema({ fields: aloneOf(field) }, { item: '', localized: field.localized });
  const isEmpty = value === undefined || value === null || (value === '' && field.kind !== 'text');
  const parsed = schema.safeParse(isEmpty ? {} : { [field.key]: value });
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  if (!issue) return undefined;
  if (field.kind === 'text' && field.format) {
    if (value === '') return { key: 'required' };
    if (field.format !== 'brand-color') return { key: field.format === 'email' ? 'email' : 'address' };
    const color = readColor(String(value));
    const found = color && brandProblem(color);
    return found ? { key: 'contrast', ...found, ratio: found.ratio.toFixed(1) } : { key: 'color' };
  }
  if (field.kind === 'link' && !isEmpty) return { key: 'link' };
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'number' ? { key: 'tooSmall', least: Number(issue.minimum) } : { key: 'required' };
    case 'too_big':
      if (issue.origin === 'string')
        return { key: 'tooLong', most: Number(issue.maximum), count: lengthOf(value, issue.path) };
      return issue.origin === 'array'
        ? { key: 'tooMany', most: Number(issue.maximum) }
        : { key: 'tooBig', most: Number(issue.maximum) };
    case 'invalid_format':
      if (issue.format === 'time') return { key: 'time', value: String(value) };
      return {
        key:
          issue.format === 'date' || issue.format === 'datetime'
            ? 'date'
            : issue.format === 'regex' && field.kind === 'text'
              ? 'oneLine'
              : 'invalid',
      };
    case 'invalid_value':
      return { key: 'choice' };
    case 'invalid_type':
      if (isEmpty || issue.path.length > 1) return { key: 'required' };
      return { key: issue.expected === 'number' ? 'number' : 'invalid' };
    default:
      return { key: 'invalid' };
  }
}

/** The same for a text whose only rules are a maximum length and whether it is required. */
export function textProblem(text: string, most: number, required: boolean): FieldProblem | undefined {
  if (required && isInvisible(text)) return { key: 'required' };
  return text.length > most ? { key: 'tooLong', most, count: text.length } : undefined;
}

/** What a value may hold under a key. */
type Inner = { [key: PropertyKey]: unknown } | null | undefined;

function lengthOf(value: unknown, path: readonly PropertyKey[]): number {
  const found = path.slice(1).reduce<unknown>((inner, key) => (inner as Inner)?.[key], value);
  return typeof found === 'string' ? found.length : 0;
}

/** Formats validation errors of fields. */
export function useProblemSentence(): (problem: FieldProblem) => string {
  const t = useTranslations('editor.problems');
  return useCallback(
    (problem) => {
      switch (problem.key) {
        case 'tooLong':
          return t('tooLong', { most: problem.most, count: problem.count });
        case 'tooMany':
        case 'tooBig':
          return t(problem.key, { most: problem.most });
        case 'tooSmall':
          return t('tooSmall', { least: problem.least });
        case 'time':
          return t('time', { value: problem.value });
        case 'early':
        case 'earlyDay':
          return t(problem.key, { time: problem.time });
        case 'overlap':
          return t('overlap', { entry: problem.entry, day: problem.day });
        case 'contrast': {
          const { pair, ratio, nearest } = problem;
          return t('contrast', { pair, ratio, nearest });
        }
        default:
          return t(problem.key);
      }
    },
    [t],
  );
}

/**
 * What of a field's problem is shown: that something is missing is an error only once this person wrote there, or asked what
 * publishing needs.
 * @returns also the function that notes that the person wrote there
 */
export function useShownProblem(problem: FieldProblem | undefined): [FieldProblem | undefined, () => void] {
  const isChecked = usePublishingChecked();
  const [isWritten, setWritten] = useState(false);
  const isEarly = problem?.key === 'required' && !isWritten && !isChecked;
  return [isEarly ? undefined : problem, () => setWritten(true)];
}
