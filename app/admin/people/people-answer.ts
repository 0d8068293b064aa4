import type { SubmissionResult } from '@conform-to/react';

/** What the forms of the page ask for: the value of their field `intent`. */
export const PEOPLE_INTENTS = ['invite', 'withdraw', 'access', 'suspend', 'restore', 'signOut', 'remove'] as const;

export type PeopleIntent = (typeof PEOPLE_INTENTS)[number];

/** Why a form was not accepted. Of the forms with one intent, `about` names the one: an account's id, or an email. */
export interface PeopleAnswer {
  intent: PeopleIntent;
  about: string;
  result: SubmissionResult<string[]>;
}

/** The answer, if it is about this very form. */
export function answerTo(
  answer: PeopleAnswer | undefined,
  intent: PeopleIntent,
  about: string,
): PeopleAnswer | undefined {
  return answer?.intent === intent && answer.about === about ? answer : undefined;
}

/** Everything that is wrong with a form, as sentences; without that of the fields that tell it themselves. */
export function sentencesOf(answer: PeopleAnswer | undefined, toldElsewhere: string[] = []): string[] {
  const errors = Object.entries(answer?.result.error ?? {});
  return errors.flatMap(([field, sentences]) => (toldElsewhere.includes(field) ? [] : (sentences ?? [])));
}
