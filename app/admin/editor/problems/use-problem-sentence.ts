import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldProblem } from './field-problem.ts';

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
