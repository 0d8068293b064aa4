import { z } from 'zod';

/** How often a field may occur in a form, and the maximum length of its values. */
export interface FieldLimits {
  kind: 'text' | 'file';
  /** Maximum number of values per submission. */
  most: number;
  /** Maximum UTF-16 code units of a text; ignored for files. */
  length: number;
}

/** The fields of an HTML form. Other fields of a submission are dropped before parsing. */
export interface FormShape {
  fields: { readonly [name: string]: FieldLimits };
  /** Maximum bytes of the body. */
  mostBytes: number;
}

/** Maximum bytes of a form without files. Source: Meki's own; twice the longest form of the admin area. */
export const MAX_FORM_BYTES = 64 * 1024;

/** Default maximum code units of a text. Source: Meki's own; more than twice the longest field. */
const MAX_TEXT_LENGTH = 4_096;

/** Default maximum values of a list of checkboxes. Source: Meki's own. */
const MAX_CHOICES = 100;

/** Declares a text field that occurs once. */
export function textField(length = MAX_TEXT_LENGTH): FieldLimits {
  return { kind: 'text', most: 1, length };
}

/** Declares a text field that may occur several times, such as checkboxes with one name. */
export function listField(most = MAX_CHOICES, length = MAX_TEXT_LENGTH): FieldLimits {
  return { kind: 'text', most, length };
}

/** Declares a file. */
export function fileField(): FieldLimits {
  return { kind: 'file', most: 1, length: 0 };
}

/** Declares a form. */
export function formShape(fields: FormShape['fields'], mostBytes = MAX_FORM_BYTES): FormShape {
  return { fields, mostBytes };
}

/** The fields of object schemas: arrays may occur several times, everything else once. */
export function fieldsOf(...schemas: z.ZodObject[]): FormShape['fields'] {
  const members = schemas.flatMap(({ shape }) => Object.entries(shape));
  return Object.fromEntries(
    members.map(([name, schema]) => [name, schema instanceof z.ZodArray ? listField() : textField()]),
  );
}

/** A submission, restricted to the fields of its form. */
export interface ReceivedForm {
  fields: FormData;
  /**
   * Whether the submission had something the form cannot send: field names with paths, too many values, values that are too
   * long or not UTF-8. Answer such a form with 422.
   */
  isAltered: boolean;
}

/** Why a form was refused: the status and a message in English. */
export interface FormRefusal {
  status: 400 | 413 | 415 | 429 | 503;
  message: string;
  /** Seconds after which the same form may be received. */
  retryAfter?: number;
}

/** Reads the body of a request as a form, once. Authenticate and authorize before calling this. */
export type ReceiveForm = (shape: FormShape) => Promise<ReceivedForm | FormRefusal>;

/** Control characters but tabs and line breaks. */
const CONTROLS = /[\p{Cc}--[\t\n]]/gv;

/** Without what is invisible. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}

/** What somebody typed into a field of several lines: lines end with `\n`, nothing invisible, no space around it. */
export function typedLines(text: string): string {
  return withoutControls(text.replace(/\r\n?/g, '\n')).trim();
}
