import { z } from 'zod';
import { localeSet } from '#site-config';
import {
  confirmSchema,
  emailSchema,
  type FieldProblems,
  resetSchema,
  signInSchema,
  signUpSchema,
} from '../../account/account-schemas.ts';

/** Validation messages of this page's fields. */
export interface OwnAccountProblems extends FieldProblems {
  language: string;
  confirmed: string;
}

const codes = localeSet.locales.map(({ code }) => code);

const currentPassword = (problems: OwnAccountProblems) => signInSchema(problems).shape.password;

export const profileSchema = (problems: OwnAccountProblems) =>
  z.object({
    name: signUpSchema(problems).shape.name,
    language: z.enum(codes, problems.language),
  });

/** The current password is required if the form asked for it. */
export const emailChangeSchema = (problems: OwnAccountProblems) =>
  z.object({ email: emailSchema(problems).shape.email, currentPassword: currentPassword(problems).optional() });

export const emailCodeSchema = (problems: OwnAccountProblems) => z.object({ code: confirmSchema(problems).shape.code });

/** The current password is required if the form asked for it. */
export const passwordChangeSchema = (problems: OwnAccountProblems) =>
  z.object({ currentPassword: currentPassword(problems).optional(), password: resetSchema(problems).shape.password });

/** Malformed ids are treated like a session that is gone. */
export const revokeSchema = () => z.object({ session: z.string().max(200).catch('') });

export const noFieldsSchema = () => z.object({});

export const deleteSchema = (problems: OwnAccountProblems) =>
  z.object({
    currentPassword: currentPassword(problems),
    confirmed: z.preprocess((value) => value === 'on' || value === true, z.literal(true, problems.confirmed)),
  });
