import { useEffect } from 'react';
import { type ActionFunctionArgs, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { canKeepPages, openOfflinePages } from '../../offline/offline-pages.ts';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { answeredField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { PasswordField } from '../../ui/kit/forms/password-field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { AccountLinks, AccountPage, accountMeta, EmailField } from '../account-page.tsx';
import { createAccountTranslator, readAccountRequest, returnPath } from '../account-request.ts';
import { fieldProblems, signInSchema } from '../account-schemas.ts';
import { answerHeaders, refuseAction, refuseForm } from '../answer-form.ts';
import { readSubmission } from '../receive-form.ts';
import { useAccountForm } from '../use-account-form.ts';
import { readSignIn } from './read-sign-in.ts';

export const loader = readSignIn;

export async function action(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { account, locale } = request;
  const submission = await readSubmission(request, signInSchema(fieldProblems(createAccountTranslator(locale))));
  if (submission.status !== 'success') return refuseForm(submission);
  const signedIn = await account.identity.signIn(submission.value, account.client);
  if (!signedIn.ok) return refuseAction(submission, locale, signedIn.error);
  account.enter(signedIn);
  throw redirect(returnPath(request, signedIn.user.language), 303);
}

export const clientAction = sendClientAction;

export const headers = answerHeaders;

export const meta = accountMeta;

export default function SignInRoute() {
  const { title, isSignedOut, notice, email, links, confirmPath } = useLoaderData<typeof loader>();
  useEffect(() => {
    if (isSignedOut) void forgetPages();
  }, [isSignedOut]);
  const t = useTranslations('account');
  const { form, fields, answer } = useAccountForm(signInSchema, { email });
  const typed = String(answer?.initialValue?.email ?? email);
  const query = typed && `?${new URLSearchParams({ email: typed })}`;
  return (
    <AccountPage title={title}>
      {notice && !answer && <Notice text={notice} />}
      <ConformForm form={form} answer={answer}>
        <EmailField field={fields.email} answer={answer} />
        <PasswordField
          label={t('fields.password')}
          {...answeredField(fields.password, answer)}
          autoComplete="current-password"
        />
        <Checkbox
          label={t('fields.remember')}
          name={fields.remember.name}
          id={fields.remember.id}
          defaultChecked={fields.remember.initialValue === 'on'}
        />
        <SubmitButton>{t('signin.submit')}</SubmitButton>
      </ConformForm>
      <AccountLinks links={[...links, { href: confirmPath + query, label: t('signin.hasCode') }]} />
    </AccountPage>
  );
}

/** Deletes all offline pages of the admin area, of anyone: called when nobody is signed in. */
async function forgetPages(): Promise<void> {
  if (!canKeepPages()) return;
  // If the browser refuses storage, nothing was stored.
  await openOfflinePages()
    .forget()
    .catch(() => {});
}
