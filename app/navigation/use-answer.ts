import { useState } from 'react';
import { useActionData, useLocation } from 'react-router';

/**
 * What the server answered to the form that was sent last from this page. Unlike the router's own `useActionData`, it stays when the
 * page loads its data again because something has changed; the next navigation ends it.
 */
export function useAnswer<Answer>(): Answer | undefined {
  const answer = useActionData() as Answer | undefined;
  const { key } = useLocation();
  const [kept, keep] = useState<{ key: string; answer: Answer }>();
  if (answer !== undefined && kept?.answer !== answer) keep({ key, answer });
  return answer ?? (kept?.key === key ? kept.answer : undefined);
}
