import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { answeredField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { PasswordField } from '../../ui/kit/forms/password-field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextField } from '../../ui/kit/forms/text-field.tsx';
import { AccountLinks, AccountPage, accountMeta } from '../account-page.tsx';
import { readAccountRequest, readCurrent } from '../account-request.ts';
import { signUpSchema } from '../account-schemas.ts';
import { createAccountTranslator } from '../account-translator.ts';
import { refuseAction, refuseForm } from '../answer-form.ts';
import { answerHeaders } from '../answer-headers.ts';
import { EmailField } from '../email-field.tsx';
import { fieldProblems } from '../field-problems.ts';
import { readSubmission } from '../read-submission.ts';
import { useAccountForm } from '../use-account-form.ts';
import { usePasswordStrength } from '../use-password-strength.ts';

export async function loader(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { pathTo, locale } = request;
  if (await readCurrent(request)) throw redirect(pathTo('/admin'));
  const t = createAccountTranslator(locale);
  return { title: t('signup.title'), links: [{ href: pathTo('/admin/signin'), label: t('signup.signin') }] };
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

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  accountMeta(loaderData?.title);

export default function SignUpRoute() {
  const { title, links } = useLoaderData<typeof loader>();
  const t = useTranslations('account');
  const { form, fields, answer } = useAccountForm(signUpSchema);
  const describeStrength = usePasswordStrength(form.id);
  return (
    <AccountPage title={title} lead={t('signup.lead')}>
      <ConformForm form={form} answer={answer}>
        <TextField label={t('fields.name')} {...answeredField(fields.name, answer)} autoComplete="name" />
        <EmailField field={fields.email} answer={answer} />
        <PasswordField
          label={t('fields.password')}
          hint={t('signup.passwordHint')}
          {...answeredField(fields.password, answer)}
          autoComplete="new-password"
          describeStrength={describeStrength}
        />
        <SubmitButton>{t('signup.submit')}</SubmitButton>
      </ConformForm>
      <AccountLinks links={links} />
    </AccountPage>
  );
}
