import { parse, type Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data } from 'react-router';
import type { output, ZodObject } from 'zod';
import { type FormShape, fieldsOf, formShape, type ReceivedForm } from '#core/forms/form-shape.ts';
import type { Locale } from '#core/locales/locale.ts';
import { type AccountRequest, createAccountTranslator } from './account-request.ts';

/** The form of a request, restricted to the declared fields. @throws 400, 413 or 415 if there is no valid form */
export async function receiveForm(
  request: Pick<AccountRequest, 'receiveForm'>,
  shape: FormShape,
): Promise<ReceivedForm> {
  const received = await request.receiveForm(shape);
  if ('status' in received) throw data(null, { status: received.status, statusText: received.message });
  return received;
}

/** The same for pages that cannot show an altered form again. @throws 422 for one */
export async function requireForm(request: Pick<AccountRequest, 'receiveForm'>, shape: FormShape): Promise<FormData> {
  const { fields, isAltered } = await receiveForm(request, shape);
  if (isAltered) throw data(null, { status: 422, statusText: 'Unprocessable Content' });
  return fields;
}

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
