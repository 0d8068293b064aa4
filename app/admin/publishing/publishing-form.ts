import type { Item } from '#core/content/item.ts';
import { formShape, listField, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import { MOST_TOGETHER } from '#core/items/publish-items.ts';
import { isLanguageCode, type Locale } from '#core/locales/locale.ts';
import { type FilledForm, PUBLISHING_INTENTS, type PublishingIntent } from './publishing-answer.ts';

/** The fields of all forms of the panel: each has some of them. */
export const PUBLISHING_FORM = formShape({
  intent: textField(),
  languages: listField(),
  date: textField(),
  time: textField(),
  stamp: textField(),
  at: textField(),
  form: textField(),
  confirmed: textField(),
  // A line for each warning that was shown.
  accepted: textField(MAX_FORM_BYTES),
  together: listField(MOST_TOGETHER),
  act: listField(),
  days: textField(),
  preview: textField(),
  stays: textField(),
});

/** A form of the publish panel, as it came. */
export interface PublishingForm extends FilledForm {
  intent: PublishingIntent;
  /** How the item stood when the page was made, and when that was; empty when the form does not say. */
  stamp: string;
  at: number;
  /** Whether somebody said yes. */
  confirmed: boolean;
  /** The warnings that they said yes to. */
  accepted: string[];
  /** The other items that they said yes to publish in the same act, with where these go. */
  together: string[];
  /** For `cancel`. */
  acts: ('publish' | 'unpublish')[];
  days: number;
  /** Of a link to the draft. */
  preview: string;
  /** Whether the form stands on another page, which stays. */
  stays: boolean;
}

/** @returns `undefined` for a form that asks for nothing that the page does. */
export function readPublishingForm(form: FormData, item: Item): PublishingForm | undefined {
  const intent = PUBLISHING_INTENTS.find((name) => name === form.get('intent'));
  if (!intent) return undefined;
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const asked = form.getAll('languages');
  return {
    intent,
    languages: languagesIn(asked, item),
    date: text('date'),
    time: text('time').slice(0, 5),
    stamp: text('stamp'),
    at: Number(text('at')) || Date.now(),
    confirmed: form.has('confirmed'),
    accepted: text('accepted').split(/\r?\n/).filter(Boolean),
    together: form.getAll('together').map(String),
    acts: (['publish', 'unpublish'] as const).filter((act) => form.getAll('act').includes(act)),
    days: Number(text('days')),
    preview: text('preview'),
    stays: form.has('stays'),
  };
}

/** The languages that were chosen, as the use cases refuse them where the item lacks one. */
function languagesIn(asked: FormDataEntryValue[], item: Item): Locale[] {
  const names = asked.filter((value): value is string => typeof value === 'string' && isLanguageCode(value));
  const known = Object.keys(item.languages).filter((code) => names.includes(code));
  return [...new Set([...known, ...names])];
}
