import { formShape, listField, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import { MOST_ORDERED } from './move-item.ts';

/** The fields of all forms of a list: each form has some of them. Fields with many ids are limited only by the form. */
export const LIST_FORM = formShape({
  intent: textField(),
  item: listField(MOST_ORDERED),
  scope: textField(),
  query: textField(),
  cursor: textField(),
  limit: textField(),
  confirmed: textField(),
  language: textField(),
  tag: textField(),
  warnings: textField(),
  undo: textField(MAX_FORM_BYTES),
  title: textField(),
  direction: textField(),
  behind: textField(),
  group: textField(),
  answer: textField(MAX_FORM_BYTES),
  page: textField(),
});

/** A text field of a form; empty if missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
