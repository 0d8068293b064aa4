import type { SubmissionResult } from '@conform-to/react';
import { useNavigation } from 'react-router';
import { ROLES, type Role } from '#core/accounts/user.ts';
import type { Locale } from '#core/locales/locale.ts';

/** Notices after an accepted form: the query parameter `notice`. */
export const PEOPLE_NOTICES = [
  'invited',
  'withdrawn',
  'access-changed',
  'suspended',
  'restored',
  'signed-out',
  'removed',
] as const;

export type PeopleNotice = (typeof PEOPLE_NOTICES)[number];

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
export function sentencesOf(answer: PeopleAnswer | undefined, describedElsewhere: string[] = []): string[] {
  const errors = Object.entries(answer?.result.error ?? {});
  return errors.flatMap(([field, sentences]) => (describedElsewhere.includes(field) ? [] : (sentences ?? [])));
}

/** The role and languages shown in a form: those just submitted, else the current ones. */
export function chosenAccess(
  answer: PeopleAnswer | undefined,
  given: { role: Role; languages: readonly Locale[] },
): { role: Role; languages: readonly Locale[] } {
  const kept = answer?.result.initialValue;
  if (!kept) return given;
  const { role, languages } = kept;
  const chosen = Array.isArray(languages) ? languages : [languages];
  return {
    role: ROLES.find((name) => name === role) ?? given.role,
    languages: chosen.filter((code): code is string => typeof code === 'string'),
  };
}

/** Whether one of the page's forms is being submitted. @param about the account's id, or the invitation's email */
export function usePending(intent: PeopleIntent, about: string): boolean {
  const { formData } = useNavigation();
  return formData?.get('intent') === intent && (formData.get('person') ?? formData.get('email')) === about;
}
