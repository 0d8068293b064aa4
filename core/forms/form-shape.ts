import { z } from 'zod';

/** How often a field may occur in a form, and how long each of its values may be. */
export interface FieldLimits {
  kind: 'text' | 'file';
  /** Values of one submission. */
  most: number;
  /** UTF-16 code units of one text; ignored for files. */
  length: number;
}

/** The fields of an HTML form. Anything else in a submission never reaches a parser. */
export interface FormShape {
  fields: { readonly [name: string]: FieldLimits };
  /** Bytes of the whole body. */
  mostBytes: number;
}

/** Bytes of a form without files. Source: Meki's own; the longest form of the admin area has half of it. */
export const MAX_FORM_BYTES = 64 * 1024;

/** Code units of a text that declares no limit. Source: Meki's own; no field of a page takes half of it. */
const MAX_TEXT_LENGTH = 4_096;

/** Values of a list of checkboxes that declares no limit. Source: Meki's own. */
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

/** The fields that schemas of objects name: an array may occur several times, everything else occurs once. */
export function fieldsOf(...schemas: z.ZodObject[]): FormShape['fields'] {
  const members = schemas.flatMap(({ shape }) => Object.entries(shape));
  return Object.fromEntries(
    members.map(([name, schema]) => [name, schema instanceof z.ZodArray ? listField() : textField()]),
  );
}

/** A submission, reduced to the fields of its form. */
export interface ReceivedForm {
  fields: FormData;
  /**
   * Whether the submission had what the form cannot send: names with paths, too many values, values that are too long or
   * not UTF-8. Such a form is answered with 422.
   */
  isAltered: boolean;
}

/** Why there is no form: the status and a sentence in English. */
export interface FormRefusal {
  status: 400 | 413 | 415;
  message: string;
}

/** Reads the body of a request as a form, once. Ask who sends it before calling this. */
export type ReceiveForm = (shape: FormShape) => Promise<ReceivedForm | FormRefusal>;
