import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { AccountLinks, AccountPage, accountMeta, EmailField } from '../account-page.tsx';
import { createAccountTranslator, readAccountRequest } from '../account-request.ts';
import { emailSchema, fieldProblems } from '../account-schemas.ts';
import { answerHeaders, refuseAction, refuseForm } from '../answer-form.ts';
import { readSubmission } from '../receive-form.ts';
import { useAccountForm } from '../use-account-form.ts';

export function loader(args: LoaderFunctionArgs) {
  const { pathTo, locale } = readAccountRequest(args);
  const t = createAccountTranslator(locale);
  return { title: t('reset.title'), links: [{ href: pathTo('/admin/signin'), label: t('reset.signin') }] };
}

export async function action(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { account, pathTo, locale } = request;
  const submission = await readSubmission(request, emailSchema(fieldProblems(createAccountTranslator(locale))));
  if (submission.status !== 'success') return refuseForm(submission);
  const { email } = submission.value;
  const requested = await account.identity.requestReset(email, account.client);
  if (!requested.ok) return refuseAction(submission, locale, requested.error);
  throw redirect(`${pathTo('/admin/reset-confirm')}?${new URLSearchParams({ email })}`, 303);
}

export const clientAction = sendClientAction;

export const headers = answerHeaders;

export const meta = accountMeta;

export default function ResetRoute() {
  const { title, links } = useLoaderData<typeof loader>();
  const t = useTranslations('account');
  const { form, fields, answer } = useAccountForm(emailSchema);
  return (
    <AccountPage title={title} lead={t('reset.lead')}>
      <ConformForm form={form} answer={answer}>
        <EmailField field={fields.email} answer={answer} />
        <SubmitButton>{t('reset.submit')}</SubmitButton>
      </ConformForm>
      <AccountLinks links={links} />
    </AccountPage>
  );
}
