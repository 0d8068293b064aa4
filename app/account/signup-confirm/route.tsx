import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { CODE_MINUTES } from '#core/accounts/codes.ts';
import { fieldsOf, formShape, textField } from '#core/forms/form-shape.ts';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { CodeField } from '../../ui/kit/forms/code-field.tsx';
import { answeredField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { AccountPage, accountMeta, EmailField } from '../account-page.tsx';
import { createAccountTranslator, readAccountRequest } from '../account-request.ts';
import { confirmSchema, emailSchema, fieldProblems } from '../account-schemas.ts';
import { answerHeaders, refuseAction, refuseForm } from '../answer-form.ts';
import { parseSubmission, receiveForm } from '../receive-form.ts';
import { useAccountForm } from '../use-account-form.ts';

const RESEND = 'resend';

/** Requesting another code needs no code. */
const lesserSchema = (form: FormData) => (form.get('intent') === RESEND ? emailSchema : undefined);

export async function loader(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { pathTo, locale, url } = request;
  if (await request.account.current()) throw redirect(pathTo('/admin'));
  const t = createAccountTranslator(locale);
  return {
    title: t('confirm.title'),
    lead: t('confirm.lead', { minutes: CODE_MINUTES }),
    email: url.searchParams.get('email') ?? '',
    ...(url.searchParams.has('resent') && { notice: t('confirm.resent') }),
  };
}

export async function action(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { account, pathTo, locale } = request;
  const { identity, client, ticket } = account;
  const problems = fieldProblems(createAccountTranslator(locale));
  const schema = confirmSchema(problems);
  const form = await receiveForm(request, formShape({ ...fieldsOf(schema), intent: textField() }));
  if (form.fields.get('intent') === RESEND) {
    const submission = parseSubmission(form, emailSchema(problems), locale);
    if (submission.status !== 'success') return refuseForm(submission);
    const { email } = submission.value;
    const resent = await identity.resendCode(email, client, ticket);
    if (!resent.ok) return refuseAction(submission, locale, resent.error);
    throw redirect(`${pathTo('/admin/signup-confirm')}?${new URLSearchParams({ email, resent: '' })}`, 303);
  }
  const submission = parseSubmission(form, schema, locale);
  if (submission.status !== 'success') return refuseForm(submission);
  const { email, code } = submission.value;
  const confirmed = await identity.confirm({ email, code, ticket }, client);
  if (!confirmed.ok) return refuseAction(submission, locale, confirmed.error);
  account.dropTicket();
  if (!confirmed.signedIn) {
    throw redirect(`${pathTo('/admin/signin')}?${new URLSearchParams({ email, after: 'confirmed' })}`, 303);
  }
  account.enter(confirmed.signedIn);
  throw redirect(pathTo('/admin'), 303);
}

export const clientAction = sendClientAction;

export const headers = answerHeaders;

export const meta = accountMeta;

export default function SignUpConfirmRoute() {
  const { title, lead, email, notice } = useLoaderData<typeof loader>();
  const t = useTranslations('account');
  const { form, fields, answer } = useAccountForm(confirmSchema, { email }, lesserSchema);
  return (
    <AccountPage title={title} lead={lead}>
      {notice && !answer && <Notice text={notice} />}
      <ConformForm form={form} answer={answer}>
        <EmailField field={fields.email} answer={answer} />
        <CodeField
          label={t('fields.code')}
          {...answeredField(fields.code, answer)}
          {...(!answer && !notice && email !== '' && { autoFocus: true })}
        />
        <SubmitButton>{t('confirm.submit')}</SubmitButton>
        <SubmitButton tone="plain" name="intent" value={RESEND}>
          {t('confirm.resend')}
        </SubmitButton>
      </ConformForm>
    </AccountPage>
  );
}
