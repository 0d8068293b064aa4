import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '#core/accounts/email-address.ts';
import { PASSWORD_LENGTH } from '#core/accounts/password-rules.ts';
import { MAX_NAME_LENGTH } from '#core/accounts/user.ts';
import { readCode } from '../ui/kit/forms/read-code.ts';

type ProblemKey =
  | `problems.${'name' | 'longName' | 'email' | 'password' | 'newPassword' | 'code'}`
  | 'strength.too-long';

/** Validation messages of fields. */
export interface FieldProblems {
  name: string;
  longName: string;
  email: string;
  password: string;
  newPassword: string;
  longPassword: string;
  code: string;
}

const emailField = (problem: string) => z.string(problem).trim().max(MAX_EMAIL_LENGTH, problem).pipe(z.email(problem));
const codeField = (problem: string) =>
  z
    .string(problem)
    .transform(readCode)
    .refine((code) => code.length === 6, problem);
const newPasswordField = ({ newPassword, longPassword }: FieldProblems) =>
  z.string(newPassword).min(PASSWORD_LENGTH.min, newPassword).max(PASSWORD_LENGTH.max, longPassword);

export const signInSchema = (problems: FieldProblems) =>
  z.object({
    email: emailField(problems.email),
    password: z.string(problems.password).max(PASSWORD_LENGTH.max, problems.password),
    remember: z.preprocess((value) => value === 'on' || value === true, z.boolean()),
  });

export const signUpSchema = (problems: FieldProblems) =>
  z.object({
    name: z.string(problems.name).trim().min(1, problems.name).max(MAX_NAME_LENGTH, problems.longName),
    email: emailField(problems.email),
    password: newPasswordField(problems),
  });

export const confirmSchema = (problems: FieldProblems) =>
  z.object({ email: emailField(problems.email), code: codeField(problems.code) });

export const emailSchema = (problems: FieldProblems) => z.object({ email: emailField(problems.email) });

export const resetSchema = (problems: FieldProblems) =>
  z.object({
    email: emailField(problems.email),
    code: codeField(problems.code),
    password: newPasswordField(problems),
  });

/** The validation messages of fields. @param t a translator of the `account` messages */
export function fieldProblems(t: (key: ProblemKey, values?: { limit: number }) => string): FieldProblems {
  return {
    name: t('problems.name'),
    longName: t('problems.longName', { limit: MAX_NAME_LENGTH }),
    email: t('problems.email'),
    password: t('problems.password'),
    newPassword: t('problems.newPassword'),
    longPassword: t('strength.too-long'),
    code: t('problems.code'),
  };
}
