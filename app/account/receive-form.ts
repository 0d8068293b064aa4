import { data } from 'react-router';
import type { FormShape, ReceivedForm } from '#core/forms/form-shape.ts';
import type { AccountRequest } from './account-request.ts';

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
