import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { formShape, listField, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import { isLanguageCode, type Locale } from '#core/locales/locale.ts';
import { type FilledForm, PUBLISHING_INTENTS, type PublishingIntent } from './publishing-answer.ts';

/** The fields of all forms of the panel: each form has some of them. */
export const PUBLISHING_FORM = formShape({
  intent: textField(),
  languages: listField(),
  date: textField(),
  time: textField(),
  occurrence: textField(),
  stamp: textField(),
  at: textField(),
  form: textField(),
  confirmed: textField(),
  // One line per warning that was shown.
  accepted: textField(MAX_FORM_BYTES),
  actions: listField(),
  days: textField(),
  preview: textField(),
  note: textField(CONTENT_LIMITS.reviewNote * 2),
  reviewer: textField(),
  stays: textField(),
});

/** A parsed form of the publish panel. */
export interface PublishingForm extends FilledForm {
  intent: PublishingIntent;
  /** The item's fingerprint when the page was loaded, and the time; empty if the form does not include it. */
  stamp: string;
  at: number;
  /** Whether the action was confirmed. */
  confirmed: boolean;
  /** The accepted warnings. */
  accepted: string[];
  /** For `cancel`. */
  actions: ('publish' | 'unpublish')[];
  days: number;
  /** The id of a link to the draft. */
  preview: string;
  /** Whether the form is on another page, which stays open. */
  stays: boolean;
}

/** @returns `undefined` for an unknown intent. */
export function readPublishingForm(form: FormData): PublishingForm | undefined {
  const intent = PUBLISHING_INTENTS.find((name) => name === form.get('intent'));
  if (!intent) return undefined;
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const asked = form.getAll('languages');
  return {
    intent,
    languages: languagesIn(asked),
    date: text('date'),
    time: text('time').slice(0, 5),
    occurrence: text('occurrence') === 'second' ? 'second' : 'first',
    note: text('note'),
    reviewer: text('reviewer'),
    stamp: text('stamp'),
    at: Number(text('at')) || Date.now(),
    confirmed: form.has('confirmed'),
    accepted: text('accepted').split(/\r?\n/).filter(Boolean),
    actions: (['publish', 'unpublish'] as const).filter((action) => form.getAll('actions').includes(action)),
    days: Number(text('days')),
    preview: text('preview'),
    stays: form.has('stays'),
  };
}

/** The selected languages in the order of the form; unknown ones are refused by the use cases. */
function languagesIn(asked: FormDataEntryValue[]): Locale[] {
  const names = asked.filter((value): value is string => typeof value === 'string' && isLanguageCode(value));
  return [...new Set(names)];
}
