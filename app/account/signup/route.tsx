import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ShownInvitation } from '#core/accounts/identity.ts';
import { createAdminTranslator } from '../../admin/layout/read-admin-messages.ts';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { answeredField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { PasswordField } from '../../ui/kit/forms/password-field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { AccountLinks, AccountPage, accountMeta, EmailField } from '../account-page.tsx';
import { type AccountRequest, createAccountTranslator, readAccountRequest } from '../account-request.ts';
import { fieldProblems, signUpSchema } from '../account-schemas.ts';
import { answerHeaders, refuseAction, refuseForm } from '../answer-form.ts';
import { readSubmission } from '../receive-form.ts';
import { useAccountForm, usePasswordStrength } from '../use-account-form.ts';

/**
 * Loads the sign-up page: plain, or that of an invitation's link, which says who invites to what; where somebody else is signed
 * in, instead of the form. @throws a redirect if a person is signed in to whom the link says nothing new
 */
export async function loader(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { url, pathTo, locale } = request;
  const email = url.searchParams.get('email') ?? '';
  const current = await request.account.current();
  const found = await findInvitation(request, email);
  const t = createAccountTranslator(locale);
  if (current && (!found || current.user.email === found.invitation?.email || current.user.email === email)) {
    throw redirect(pathTo('/admin'));
  }
  const query = email && `?${new URLSearchParams({ email })}`;
  const links = current
    ? [{ href: pathTo('/admin'), label: t('invitation.stay') }]
    : [{ href: pathTo('/admin/signin') + query, label: t('signup.signin') }];
  if (!found) return { kind: 'plain', title: t('signup.title'), lead: t('signup.lead'), email, links } as const;
  const { invitation } = found;
  if (!invitation) {
    return { kind: 'gone', title: t('invitation.gone.title'), lead: t('invitation.gone.lead'), links } as const;
  }
  const tAdmin = createAdminTranslator(locale);
  const told = {
    known: invitation.inviter ? 'yes' : 'no',
    inviter: invitation.inviter,
    role: tAdmin(`roles.${invitation.role}`),
    hint: tAdmin(`people.roleHints.${invitation.role}`),
  };
  const page = { title: t('invitation.title'), email: invitation.email, links };
  if (!current) return { ...page, kind: 'invited', lead: t('invitation.lead', told) } as const;
  return {
    ...page,
    kind: 'another',
    lead: t('invitation.other', { ...told, email: invitation.email, current: current.user.email }),
    signOutAction: pathTo('/admin/signout'),
  } as const;
}

/** What the link tells; `undefined` without an invitation's link, and if the accounts cannot be reached. */
async function findInvitation(
  { account, url }: AccountRequest,
  email: string,
): Promise<{ invitation: ShownInvitation | undefined } | undefined> {
  const token = url.searchParams.get('invitation');
  if (token === null) return undefined;
  const outcome = await account.identity.findInvitation(email, token);
  return outcome.ok ? outcome : undefined;
}

export async function action(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { account, pathTo, locale } = request;
  const submission = await readSubmission(request, signUpSchema(fieldProblems(createAccountTranslator(locale))));
  if (submission.status !== 'success') return refuseForm(submission);
  const signedUp = await account.identity.signUp({ ...submission.value, language: locale }, account.client);
  if (!signedUp.ok) return refuseAction(submission, locale, signedUp.error);
  account.keepTicket(signedUp.ticket);
  throw redirect(`${pathTo('/admin/signup-confirm')}?${new URLSearchParams({ email: submission.value.email })}`, 303);
}

export const clientAction = sendClientAction;

export const headers = answerHeaders;

export const meta = accountMeta;

export default function SignUpRoute() {
  const page = useLoaderData<typeof loader>();
  const t = useTranslations('account');
  return (
    <AccountPage title={page.title} lead={page.lead}>
      {(page.kind === 'plain' || page.kind === 'invited') && (
        <SignUpForm email={page.email} fixed={page.kind === 'invited' ? t('invitation.email') : undefined} />
      )}
      {page.kind === 'another' && (
        <Form method="post" action={page.signOutAction}>
          <SubmitButton>{t('invitation.signOut')}</SubmitButton>
        </Form>
      )}
      <AccountLinks links={page.links} />
    </AccountPage>
  );
}

interface SignUpFormProps {
  email: string;
  /** Why the email cannot be changed; without it, it can. */
  fixed: string | undefined;
}

function SignUpForm({ email, fixed }: SignUpFormProps) {
  const t = useTranslations('account');
  const { form, fields, answer } = useAccountForm(signUpSchema, { email });
  const describeStrength = usePasswordStrength(form.id);
  return (
    <ConformForm form={form} answer={answer}>
      <TextField label={t('fields.name')} {...answeredField(fields.name, answer)} autoComplete="name" />
      <EmailField field={fields.email} answer={answer} fixed={fixed} />
      <PasswordField
        label={t('fields.password')}
        hint={t('signup.passwordHint')}
        {...answeredField(fields.password, answer)}
        autoComplete="new-password"
        describeStrength={describeStrength}
      />
      <SubmitButton>{t('signup.submit')}</SubmitButton>
    </ConformForm>
  );
}
