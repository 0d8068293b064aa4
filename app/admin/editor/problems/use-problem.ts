import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePublishingChecked } from '../context/desk-context.tsx';
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
