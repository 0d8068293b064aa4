import type { Submission } from '@conform-to/react';
import { type ActionFunctionArgs, data, redirect } from 'react-router';
import type { Outcome } from '#core/accounts/identity.ts';
import type { ReceivedForm } from '#core/forms/form-shape.ts';
import { type AccountRequest, readAccountRequest } from '../../account/account-request.ts';
import { parseSubmission } from '../../account/read-submission.ts';
import { receiveForm } from '../../account/receive-form.ts';
import { createAdminTranslator } from '../admin-translator.ts';
import { type AllowedPerson, requirePermission } from '../require-permission.ts';
import { giveAccess, removePerson } from './change-people.ts';
import { PEOPLE_INTENTS, type PeopleIntent } from './people-answer.ts';
import { peopleForm } from './people-form.ts';
import type { PeopleNotice } from './people-notice.ts';
import { peopleProblems } from './people-problems.ts';
import { accessSchema, inviteSchema, personSchema, withdrawSchema } from './people-schemas.ts';
import { refusePeople } from './refuse-people.ts';

/** The validated form and, if it is valid, the outcome. */
interface Attempt {
  submission: Submission<unknown, string[]>;
  outcome?: Outcome;
}

const NOTICES: { [intent in PeopleIntent]: PeopleNotice } = {
  invite: 'invited',
  withdraw: 'withdrawn',
  access: 'access-changed',
  suspend: 'suspended',
  restore: 'restored',
  signOut: 'signed-out',
  remove: 'removed',
};

/** Performs the action of one of the page's forms and redirects to the page; 403 without the right. */
export async function peopleAction(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const allowed = await requirePermission(request, 'people.manage');
  const received = await receiveForm(request, peopleForm(peopleProblems(createAdminTranslator(request.locale))));
  const { fields: form } = received;
  const intent = PEOPLE_INTENTS.find((name) => name === form.get('intent'));
  if (!intent) throw data(null, { status: 400, statusText: 'Bad Request' });
  if (intent === 'invite' || intent === 'access') await requirePermission(request, 'roles.manage');
  if (intent === 'remove' && !received.isAltered && !form.has('confirmed'))
    throw redirect(backTo(request, { ask: personOf(form) }), 303);
  const { submission, outcome } = await attempt(intent, received, request, allowed);
  if (!outcome) return refusePeople(intent, submission, request.locale);
  if (!outcome.ok) return refusePeople(intent, submission, request.locale, outcome.error);
  throw redirect(nextPage(intent, form, request, allowed), 303);
}

async function attempt(
  intent: PeopleIntent,
  form: ReceivedForm,
  request: AccountRequest,
  { current, actor }: AllowedPerson,
): Promise<Attempt> {
  const { account, people, locale } = request;
  const problems = peopleProblems(createAdminTranslator(locale));
  const change = { account, people, actor };
  switch (intent) {
    case 'invite': {
      const submission = parseSubmission(form, inviteSchema(problems), locale);
      if (submission.status !== 'success') return { submission };
      return { submission, outcome: await people.invite(actor, { ...submission.value, language: locale }) };
    }
    case 'withdraw': {
      const schema = withdrawSchema(createAdminTranslator(locale)('people.problems.invitation'));
      const submission = parseSubmission(form, schema, locale);
      if (submission.status !== 'success') return { submission };
      return { submission, outcome: await people.withdrawInvitation(actor, submission.value.email) };
    }
    case 'access': {
      const submission = parseSubmission(form, accessSchema(problems), locale);
      if (submission.status !== 'success') return { submission };
      return { submission, outcome: await giveAccess(change, submission.value) };
    }
    default: {
      const submission = parseSubmission(form, personSchema(problems), locale);
      if (submission.status !== 'success') return { submission };
      const { person } = submission.value;
      if (intent === 'remove') return { submission, outcome: await removePerson(change, person, current) };
      return { submission, outcome: await people[intent](actor, person) };
    }
  }
}

/** Redirects to the page with a notice; a person who removed their own access is redirected to a page they may still open. */
function nextPage(intent: PeopleIntent, form: FormData, request: AccountRequest, { current }: AllowedPerson): string {
  const { account, pathTo } = request;
  if (personOf(form) === current.user.id) {
    if (intent === 'access' && form.get('role') !== current.user.role) return pathTo('/admin');
    if (intent === 'suspend' || intent === 'signOut' || intent === 'remove') {
      account.leave();
      return `${pathTo('/admin/signin')}?after=signedOut`;
    }
  }
  return backTo(request, { notice: NOTICES[intent] });
}

/** The same page of the list. */
function backTo({ pathTo, url }: AccountRequest, state: { [name: string]: string }): string {
  const after = url.searchParams.get('after');
  return `${pathTo('/admin/people')}?${new URLSearchParams({ ...(after && { after }), ...state })}`;
}

function personOf(form: FormData): string {
  const person = form.get('person');
  return typeof person === 'string' ? person : '';
}
