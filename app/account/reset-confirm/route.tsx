import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { CODE_MINUTES } from '#core/accounts/codes.ts';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { CodeField } from '../../ui/kit/forms/code-field.tsx';
import { answeredField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { PasswordField } from '../../ui/kit/forms/password-field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { AccountLinks, AccountPage, accountMeta, EmailField } from '../account-page.tsx';
import { createAccountTranslator, readAccountRequest } from '../account-request.ts';
import { fieldProblems, resetSchema } from '../account-schemas.ts';
import { answerHeaders, refuseAction, refuseForm } from '../answer-form.ts';
import { readSubmission } from '../receive-form.ts';
import { useAccountForm, usePasswordStrength } from '../use-account-form.ts';

export function loader(args: LoaderFunctionArgs) {
  const { pathTo, locale, url } = readAccountRequest(args);
  const t = createAccountTranslator(locale);
  return {
    title: t('resetConfirm.title'),
    lead: t('resetConfirm.lead', { minutes: CODE_MINUTES }),
    email: url.searchParams.get('email') ?? '',
    links: [{ href: pathTo('/admin/reset'), label: t('resetConfirm.again') }],
  };
}

export async function action(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { account, pathTo, locale } = request;
  const submission = await readSubmission(request, resetSchema(fieldProblems(createAccountTranslator(locale))));
  if (submission.status !== 'success') return refuseForm(submission);
  const reset = await account.identity.resetPassword(submission.value, account.client);
  if (!reset.ok) return refuseAction(submission, locale, reset.error);
  account.leave();
  const { email } = submission.value;
  throw redirect(`${pathTo('/admin/signin')}?${new URLSearchParams({ email, after: 'reset' })}`, 303);
}

export const clientAction = sendClientAction;

export const headers = answerHeaders;

export const meta = accountMeta;

export default function ResetConfirmRoute() {
  const { title, lead, email, links } = useLoaderData<typeof loader>();
  const t = useTranslations('account');
  const { form, fields, answer } = useAccountForm(resetSchema, { email });
  const describeStrength = usePasswordStrength(form.id);
  return (
    <AccountPage title={title} lead={lead}>
      <ConformForm form={form} answer={answer}>
        <EmailField field={fields.email} answer={answer} />
        <CodeField
          label={t('fields.code')}
          {...answeredField(fields.code, answer)}
          {...(!answer && email !== '' && { autoFocus: true })}
        />
        <PasswordField
          label={t('fields.newPassword')}
          {...answeredField(fields.password, answer)}
          autoComplete="new-password"
          describeStrength={describeStrength}
        />
        <SubmitButton>{t('resetConfirm.submit')}</SubmitButton>
      </ConformForm>
      <AccountLinks links={links} />
    </AccountPage>
  );
}
