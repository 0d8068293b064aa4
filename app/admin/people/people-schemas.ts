import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '#core/accounts/email-address.ts';
import { ROLES } from '#core/accounts/user.ts';
import { localeSet } from '#site-config';

type ProblemKey = `people.problems.${keyof PeopleProblems}`;

/** Validation messages of fields. */
export interface PeopleProblems {
  email: string;
  role: string;
  languages: string;
  person: string;
}

const codes = new Set(localeSet.locales.map(({ code }) => code));

const accessFields = (problems: PeopleProblems) => ({
  role: z.enum(ROLES, problems.role),
  languages: z.array(z.string()).refine((chosen) => chosen.every((code) => codes.has(code)), problems.languages),
});

/** A translator without a language could do nothing. */
const hasLanguages = ({ role, languages }: { role: string; languages: string[] }) =>
  role !== 'translator' || languages.length > 0;

/** The id of an account; a malformed one is reported like a deleted account. */
const personField = (problem: string) => z.string(problem).regex(/^[^/]{1,200}$/, problem);

export const inviteSchema = (problems: PeopleProblems) =>
  z
    .object({
      email: z.string(problems.email).trim().max(MAX_EMAIL_LENGTH, problems.email).pipe(z.email(problems.email)),
      ...accessFields(problems),
    })
    .refine(hasLanguages, { path: ['languages'], error: problems.languages });

export const accessSchema = (problems: PeopleProblems) =>
  z
    .object({ person: personField(problems.person), ...accessFields(problems) })
    .refine(hasLanguages, { path: ['languages'], error: problems.languages });

export const personSchema = (problems: PeopleProblems) => z.object({ person: personField(problems.person) });

/** `problem` is the message for an unknown invitation. */
export const withdrawSchema = (problem: string) =>
  z.object({ email: z.string(problem).max(MAX_EMAIL_LENGTH, problem) });

/** The validation messages of the page's forms. @param t a translator of the `admin` messages */
export function peopleProblems(t: (key: ProblemKey) => string): PeopleProblems {
  return {
    email: t('people.problems.email'),
    role: t('people.problems.role'),
    languages: t('people.problems.languages'),
    person: t('people.problems.person'),
  };
}
