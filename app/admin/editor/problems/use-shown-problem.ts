import { useState } from 'react';
import { usePublishingChecked } from '../context/desk-context.tsx';
import type { FieldProblem } from './field-problem.ts';

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
