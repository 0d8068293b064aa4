import type { SubmissionResult } from '@conform-to/react';

/** The values of the field `intent`, one per form. */
export const PEOPLE_INTENTS = ['invite', 'withdraw', 'access', 'suspend', 'restore', 'signOut', 'remove'] as const;

export type PeopleIntent = (typeof PEOPLE_INTENTS)[number];

/** Why a form was not accepted. `about` identifies it among forms with the same intent: an account's id, or an email. */
export interface PeopleAnswer {
  intent: PeopleIntent;
  about: string;
  result: SubmissionResult<string[]>;
}

/** The answer, if it belongs to the given form. */
export function answerTo(
  answer: PeopleAnswer | undefined,
  intent: PeopleIntent,
  about: string,
): PeopleAnswer | undefined {
  return answer?.intent === intent && answer.about === about ? answer : undefined;
}

/** The error messages of a form, without those of fields that show them. */
export function sentencesOf(answer: PeopleAnswer | undefined, toldElsewhere: string[] = []): string[] {
  const errors = Object.entries(answer?.result.error ?? {});
  return errors.flatMap(([field, sentences]) => (toldElsewhere.includes(field) ? [] : (sentences ?? [])));
}
