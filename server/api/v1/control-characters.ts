import type { FieldDefinition } from '#core/content-types/content-type.ts';
import type { Problem } from '#core/problems/problem.ts';

/** A single-line text. */
export const ONE_LINE = /^\P{Cc}*$/u;

/** A multi-line text. */
export const LINES = /^[\P{Cc}\t\n\r]*$/u;

/** Control characters other than line breaks; the schema of fields itself requires single lines. */
const BUT_LINE_BREAKS = /[^\P{Cc}\n\r]/u;
const BUT_SPACES = /[^\P{Cc}\t\n\r]/u;

/** Problems of field texts with control characters, which are invisible in editors. Rich texts may contain them. */
export function controlProblems(
  fields: readonly FieldDefinition[],
  values: { readonly [key: string]: unknown },
  at: (string | number)[],
): Problem[] {
  return fields.flatMap((field) => fieldProblems(field, values[field.key], [...at, field.key]));
}

function fieldProblems(field: FieldDefinition, value: unknown, path: (string | number)[]): Problem[] {
  if (field.kind === 'text') return textProblem(value, path, field.multiline ? BUT_SPACES : BUT_LINE_BREAKS);
  if (field.kind !== 'list' || !Array.isArray(value)) return [];
  const { of } = field;
  return value.flatMap((entry: unknown, index) => {
    const place = [...path, index];
    if (of === 'text') return textProblem(entry, place, BUT_SPACES);
    if (typeof of === 'string' || typeof entry !== 'object' || entry === null) return [];
    return controlProblems(of, entry as { [key: string]: unknown }, place);
  });
}

function textProblem(value: unknown, path: (string | number)[], forbidden: RegExp): Problem[] {
  if (typeof value !== 'string' || !forbidden.test(value)) return [];
  return [{ path, message: 'has a control character' }];
}
