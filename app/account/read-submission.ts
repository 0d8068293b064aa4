import { parse, type Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { output, ZodObject } from 'zod';
import { fieldsOf, formShape, type ReceivedForm } from '#core/forms/form-shape.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { AccountRequest } from './account-request.ts';
import { createAccountTranslator } from './account-translator.ts';
import { receiveForm } from './receive-form.ts';

/** Reads and validates the form of a request; the members of the schema are its fields. @throws as `receiveForm` */
export async function readSubmission<Schema extends ZodObject>(
  request: Pick<AccountRequest, 'receiveForm' | 'locale'>,
  schema: Schema,
): Promise<Submission<output<Schema>, string[]>> {
  const received = await receiveForm(request, formShape(fieldsOf(schema)));
  return parseSubmission(received, schema, request.locale);
}

/** Validates a received form. An altered one always fails, with a message above its fields. */
export function parseSubmission<Schema extends ZodObject>(
  { fields, isAltered }: ReceivedForm,
  schema: Schema,
  locale: Locale,
): Submission<output<Schema>, string[]> {
  if (!isAltered) return parseWithZod(fields, { schema });
  const sentence = createAccountTranslator(locale)('problems.altered');
  return parse(fields, { resolve: () => ({ error: { '': [sentence] } }) });
}
