import type { Check } from '#core/publishing/publish-checks.ts';

/** Keys of the warnings among checks: a confirmation covers exactly these. */
export function acceptedKeys(checks: readonly Check[]): string[] {
  const keys = checks
    .filter(({ severity }) => severity === 'warning')
    .map(({ code, language, target = '' }) => [language, code, target].join(' '));
  return [...new Set(keys)].sort();
}
