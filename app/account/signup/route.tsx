import { type ActionFunctionArgs, Form, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { answeredField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { PasswordField } from '../../ui/kit/forms/password-field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextField } from '../../ui/kit/forms/text-field.tsx';
import { AccountLinks, AccountPage, accountMeta } from '../account-page.tsx';
import { readAccountRequest } from '../account-request.ts';
import { signUpSchema } from '../account-schemas.ts';
import { createAccountTranslator } from '../account-translator.ts';
import { refuseAction, refuseForm } from '../answer-form.ts';
import { answerHeaders } from '../answer-headers.ts';
import { EmailField } from '../email-field.tsx';
import { fieldProblems } from '../field-problems.ts';
import { readSubmission } from '../read-submission.ts';
import { useAccountForm } from '../use-account-form.ts';
import { usePasswordStrength } from '../use-password-strength.ts';
import { readSignUp } from './read-sign-up.ts';

export const loader = readSignUp;

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

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  accountMeta(loaderData?.title);

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
