import { type ActionFunctionArgs, data, redirect, useLoaderData } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { formShape, textField } from '#core/forms/form-shape.ts';
import {
  assignMessage,
  type ChangeMessageOutcome,
  deleteMessage,
  markMessage,
  moveMessage,
  noteOnMessage,
} from '#core/inbox/change-message.ts';
import { MAX_NOTE_LENGTH } from '#core/inbox/messages-collection.ts';
import { accountMeta } from '../../../account/account-page.tsx';
import { type AccountRequest, readAccountRequest } from '../../../account/account-request.ts';
import { receiveForm } from '../../../account/receive-form.ts';
import { sendClientAction } from '../../../navigation/send-client-action.ts';
import { useAnswer } from '../../../navigation/use-answer.ts';
import { createAdminTranslator } from '../../layout/read-admin-messages.ts';
import { orUnavailable } from '../../or-unavailable.ts';
import { requirePermission } from '../../require-permission.ts';
import { MESSAGE_INTENTS, type MessageAnswer, type MessageIntent } from './message-answer.ts';
import { MessagePage } from './message-page.tsx';
import { readMessagePage } from './read-message-page.ts';

export const loader = readMessagePage;

export const action = messageAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** A message of a visitor. */
export default function MessageRoute() {
  const answer = useAnswer<MessageAnswer>();
  const page = useLoaderData<typeof loader>();
  return <MessagePage key={page.path} page={page} answer={answer} />;
}

/** The fields of all forms of the page: each form has some of them. A note that is too long is shown again. */
const FORM = formShape({
  intent: textField(20),
  person: textField(200),
  note: textField(10 * MAX_NOTE_LENGTH),
  seen: textField(2 * MAX_NOTE_LENGTH),
  confirmed: textField(10),
});

/** Performs the action of one of the page's forms; 403 without the right, 404 for a message that was deleted. */
async function messageAction(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'inbox.manage');
  const { fields, isAltered } = await receiveForm(request, FORM);
  const intent = MESSAGE_INTENTS.find((name) => name === fields.get('intent'));
  if (!intent) throw data(null, { status: 400, statusText: 'Bad Request' });
  const id = args.params.id ?? '';
  const { pathTo, locale } = request;
  const t = createAdminTranslator(locale);
  const here = (query: { [name: string]: string }) => `${pathTo(`/admin/inbox/${id}`)}?${new URLSearchParams(query)}`;
  const note = textOf(fields, 'note');
  const refuse = (sentence: string, status: number) =>
    data<MessageAnswer>({ intent, sentence, ...(intent === 'note' && { note }) }, { status });
  if (isAltered) return refuse(t('inbox.problems.altered'), 422);
  if (intent === 'delete' && !fields.has('confirmed')) throw redirect(here({ ask: '' }), 303);
  return orUnavailable(
    args,
    locale,
    async () => {
      const outcome = await perform(request, actor, id, intent, fields);
      if (!outcome.ok) {
        if (outcome.reason === 'not-found') throw data(null, { status: 404, statusText: 'Not Found' });
        if (outcome.reason === 'note-changed') {
          return refuse(t('inbox.problems.note-changed', { note: outcome.note }), 409);
        }
        return refuse(t(`inbox.problems.${outcome.reason}`, { limit: MAX_NOTE_LENGTH }), 422);
      }
      if (intent === 'delete') throw redirect(`${pathTo('/admin/inbox')}?notice=deleted`, 303);
      if (intent === 'unread') throw redirect(`${pathTo('/admin/inbox')}?notice=unread`, 303);
      const notice =
        intent === 'note' ? 'noted' : intent !== 'assign' ? intent : outcome.isAssigned ? 'assigned' : 'unassigned';
      throw redirect(here({ notice }), 303);
    },
    (sentence) => refuse(sentence, 503),
  );
}

type Outcome = { ok: true; isAssigned?: boolean } | Exclude<ChangeMessageOutcome, { ok: true }>;

async function perform(
  { store, findActor }: AccountRequest,
  actor: Actor,
  id: string,
  intent: MessageIntent,
  fields: FormData,
): Promise<Outcome> {
  const deps = { store, findActor };
  switch (intent) {
    case 'read':
    case 'unread':
      return markMessage(deps, actor, id, intent === 'unread');
    case 'spam':
    case 'inbox':
      return moveMessage(deps, actor, id, intent);
    case 'assign': {
      const outcome = await assignMessage(deps, actor, id, textOf(fields, 'person') || undefined);
      return outcome.ok ? { ok: true, isAssigned: outcome.message.assignee !== undefined } : outcome;
    }
    case 'note':
      return noteOnMessage(deps, actor, id, { note: textOf(fields, 'note'), seen: textOf(fields, 'seen') });
    case 'delete':
      return (await deleteMessage(deps, actor, id)) ? { ok: true } : { ok: false, reason: 'not-found' };
  }
}

/** A text as typed, with the line breaks of the store. */
function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : '';
}
