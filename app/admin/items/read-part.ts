import type { ListAnswer } from './act-on-list.ts';
import type { ActAnswer } from './item-acts.ts';

/** Why a run ended before its end. */
export type RunNote = 'stopped' | 'broken' | 'forbidden' | 'refused';

/** What came of one part of a run; where nothing did, why: with the server's own sentences where it has any. */
export type PartAnswer = ActAnswer | { kind: 'ended'; note: RunNote; sentences: string[] };

/** @param response of the list's acts; missing when the server did not answer */
export async function readPart(response: Response | undefined): Promise<PartAnswer> {
  if (response?.status === 403) return ended('forbidden');
  const answer = await response?.json().catch(() => undefined);
  const { kind, ...rest } = (answer ?? {}) as Partial<ListAnswer>;
  if (kind === 'problem' && 'sentences' in rest) return ended('refused', rest.sentences);
  return response?.ok && kind === 'done' ? (answer as ActAnswer) : ended('broken');
}

function ended(note: RunNote, sentences: string[] = []): PartAnswer {
  return { kind: 'ended', note, sentences };
}
