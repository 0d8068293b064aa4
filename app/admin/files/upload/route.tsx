import { type ActionFunctionArgs, data, Form, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { acceptedFiles } from '#core/media/media-file.ts';
import { toldLimits } from '#core/media/media-limits.ts';
import { accountMeta } from '../../../account/account-page.tsx';
import { readAccountRequest } from '../../../account/account-request.ts';
import { sendClientAction } from '../../../navigation/send-client-action.ts';
import { useAnswer } from '../../../navigation/use-answer.ts';
import { inputStyle } from '../../../ui/kit/forms/field.tsx';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { createAdminTranslator, readPageMessages } from '../../layout/read-admin-messages.ts';
import { requirePermission } from '../../require-permission.ts';
import { takeFile } from './take-file.ts';

export async function loader(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  await requirePermission(request, 'media.upload');
  const t = createAdminTranslator(request.locale);
  return {
    pageMessages: readPageMessages(request.locale, 'files'),
    title: t('files.upload.title'),
    breadcrumbs: [{ label: t('pages.files'), href: request.pathTo('/admin/files') }],
    path: request.pathTo('/admin/files/upload'),
    limits: toldLimits(request.limits),
  };
}

/** Takes one file and leads to its page, for browsers without script. */
export async function action(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'media.upload');
  const { status, answer } = await takeFile(request, actor);
  if (!answer.ok) return data({ sentence: answer.problem }, { status });
  throw redirect(`${request.pathTo(`/admin/files/${answer.id}`)}?notice=uploaded`, 303);
}

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** A form that uploads one file. */
export default function UploadRoute() {
  const t = useTranslations('admin.files.upload');
  const { title, path, limits } = useLoaderData<typeof loader>();
  const answer = useAnswer<{ sentence: string }>();
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      <p className="mt-1 text-ink-soft">{t('lead', limits)}</p>
      <Form method="post" action={path} encType="multipart/form-data" className="mt-6 grid max-w-xl gap-5">
        <FormError errors={answer && [answer.sentence]} answer={answer} />
        <div>
          <label htmlFor="file" className="mb-1.5 block font-medium">
            {t('label')}
          </label>
          <input id="file" type="file" name="file" accept={acceptedFiles()} required className={inputStyle} />
        </div>
        <div>
          <SubmitButton>{t('send')}</SubmitButton>
        </div>
      </Form>
    </>
  );
}
