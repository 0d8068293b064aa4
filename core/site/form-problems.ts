import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with the form of a configuration, one line each, with the path. Entries of lists are named by their key, such as
 * `contentTypes.events.fields.startsOn`, or by their index if they have none.
 */
export function formProblems(issues: readonly Issue[], config: unknown): string[] {
  return issues
    .flatMap(detailed)
    .map(({ path, message }) => `${pathText(path, config) || 'the configuration'}: ${message}`);
}

/** A value may have one of several forms: the problems that it has as a record or list, or else all forms that are possible. */
function detailed(issue: Issue): Pick<Issue, 'path' | 'message'>[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const alternatives = issue.errors.map((issues) => issues.flatMap(detailed));
  const entered = alternatives.find((issues) => issues.some(({ path }) => path.length > 0));
  if (!entered)
    return [
      {
        path: issue.path,
        message: alternatives
          .flat()
          .map(({ message }) => message)
          .join(', or '),
      },
    ];
  return entered.map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}

function pathText(path: PropertyKey[], config: unknown): string {
  let value = config;
  const names = path.map((step) => {
    const isEntry = Array.isArray(value);
    value = Reflect.get(Object(value), step);
    return (isEntry && keyOf(value)) || String(step);
  });
  return names.join('.');
}

function keyOf(entry: unknown): string | undefined {
  const key: unknown = Reflect.get(Object(entry), 'key');
  return typeof key === 'string' && /^[a-zA-Z0-9-]+$/.test(key) ? key : undefined;
}
