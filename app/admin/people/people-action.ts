import type { Submission } from '@conform-to/react';
import { type ActionFunctionArgs, data, redirect } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import type { Outcome } from '#core/accounts/identity.ts';
import { type IdentityError, identityErrorStatus } from '#core/accounts/identity-error.ts';
import type { CurrentAccount, RequestAccount } from '#core/accounts/request-account.ts';
import type { Role } from '#core/accounts/user.ts';
import { type FormShape, fieldsOf, formShape, type ReceivedForm, textField } from '#core/forms/form-shape.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { People } from '#core/people/people.ts';
import { type AccountRequest, identityErrorSentence, readAccountRequest } from '../../account/account-request.ts';
import { parseSubmission, receiveForm } from '../../account/receive-form.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';
import { type AllowedPerson, requirePermission } from '../require-permission.ts';
import { PEOPLE_INTENTS, type PeopleAnswer, type PeopleIntent, type PeopleNotice } from './people-answer.ts';
import {
  accessSchema,
  inviteSchema,
  type PeopleProblems,
  peopleProblems,
  personSchema,
  withdrawSchema,
} from './people-schemas.ts';

interface PeopleServices {
  account: Pick<RequestAccount, 'identity' | 'client'>;
  people: People;
  actor: Actor;
}

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

/** The fields of all forms of the page: each form has some of them, and its `intent`. */
function peopleForm(problems: PeopleProblems): FormShape {
  return formShape({
    ...fieldsOf(inviteSchema(problems), accessSchema(problems), personSchema(problems)),
    intent: textField(),
    confirmed: textField(),
  });
}

/** Sets the role and, for a translator, the languages; unchanged parts are neither written nor recorded in the audit log. */
async function giveAccess(
  { account, people, actor }: PeopleServices,
  { person, role, languages }: { person: string; role: Role; languages: Locale[] },
): Promise<Outcome> {
  const user = await account.identity.lookup(person);
  if (!user) return { ok: false, error: { code: 'user-not-found' } };
  if (user.role !== role) {
    const changed = await people.changeRole(actor, person, role);
    if (!changed.ok) return changed;
  }
  const chosen = [...languages].sort().join();
  if (role !== 'translator' || (user.role === role && [...user.languages].sort().join() === chosen))
    return { ok: true };
  return people.setLanguages(actor, person, languages);
}

/** Deletes an account. One's own requires a recent sign-in, as on the account page. */
function removePerson(
  { account, people, actor }: PeopleServices,
  person: string,
  { user, token }: CurrentAccount,
): Promise<Outcome> {
  if (person === user.id) return account.identity.deleteAccount(token, account.client);
  return people.remove(actor, person);
}

/** The submitted form with its validation errors, or with the error of the operation. */
function refusePeople(
  intent: PeopleIntent,
  submission: Submission<unknown, string[]>,
  locale: Locale,
  error?: IdentityError,
) {
  const { person, email } = submission.payload as { person?: unknown; email?: unknown };
  const answer: PeopleAnswer = {
    intent,
    about: String((intent === 'withdraw' ? email : person) ?? ''),
    result: submission.reply(error && { formErrors: [peopleErrorSentence(locale, intent, error)] }),
  };
  return data(answer, { status: error ? identityErrorStatus(error.code) : 422 });
}

/** Error messages for owners, who may know more than people who sign in. */
function peopleErrorSentence(locale: Locale, intent: PeopleIntent, error: IdentityError): string {
  const t = createAdminTranslator(locale);
  switch (error.code) {
    case 'user-not-found':
      return intent === 'withdraw' ? t('people.problems.invitation') : t('people.problems.person');
    case 'email-already-in-use':
      return t('people.problems.taken');
    case 'operation-not-allowed':
      return t('people.problems.noTranslator');
    case 'requires-recent-login':
      return t('people.problems.stale');
    default:
      return identityErrorSentence(locale, error);
  }
}
