import { type ActionFunctionArgs, data } from 'react-router';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { type RetireOutcome, retireTopic } from '#core/items/retire-topic.ts';
import { createAccountTranslator } from '../../account/account-request.ts';
import { receiveForm } from '../../account/receive-form.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { readTopicRequest } from './read-topic.ts';

const FORM = formShape({ into: textField() });

/** The response to a form: what one slice has done, or what is wrong. */
export type RetireAnswer =
  | (Omit<RetireOutcome & { ok: true }, 'ok'> & { kind: 'done'; into: string })
  | { kind: 'problem'; sentence: string; into: string };

/** Merges a topic with another one or takes it off its items, as far as there is time. */
export async function retireAction(args: ActionFunctionArgs) {
  const { request, actor, config, item } = await readTopicRequest(args);
  const { locale, store, drafts } = request;
  const { fields, isAltered } = await receiveForm(request, FORM);
  const into = String(fields.get('into') ?? '');
  const problem = (sentence: string, status = 422) =>
    data<RetireAnswer>({ kind: 'problem', sentence, into }, { status });
  if (isAltered) return problem(createAccountTranslator(locale)('problems.altered'));
  const t = createAdminTranslator(locale);
  return orUnavailable(
    args,
    locale,
    async () => {
      const asked = { topic: item.id, ...(into !== '' && { into }) };
      const outcome = await retireTopic({ store, config, drafts }, actor, asked);
      if (outcome.ok) {
        const { ok: _, ...done } = outcome;
        return data<RetireAnswer>({ kind: 'done', into, ...done });
      }
      const { reason } = outcome;
      const isGone = reason === 'in-trash' || reason === 'not-found';
      return problem(isGone ? t('topics.gone') : t(`topics.problems.${reason}`), reason === 'conflict' ? 409 : 422);
    },
    (sentence) => problem(sentence, 503),
  );
}
