import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { getDocument } from '#core/documents/typed-documents.ts';
import { files, MAX_VERSIONS, titleOf } from '#core/files/site-file.ts';
import { fileField, formShape, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { isMediaId } from '#core/media/media.ts';
import { toldLimits } from '#core/media/media-limits.ts';
import { accountMeta } from '../../../account/account-page.tsx';
import { type AccountRequest, readAccountRequest } from '../../../account/account-request.ts';
import { requireForm } from '../../../account/receive-form.ts';
import { pageServices } from '../../../context/context.ts';
import { languageName } from '../../../i18n/language-name.ts';
import { sendClientAction } from '../../../navigation/send-client-action.ts';
import { useAnswer } from '../../../navigation/use-answer.ts';
import { createEditorTranslator } from '../../editor/context/read-editor-messages.ts';
import { pictureProblem } from '../../editor/pictures/take-picture.ts';
import { createAdminTranslator, readPageMessages } from '../../layout/read-admin-messages.ts';
import { orUnavailable } from '../../or-unavailable.ts';
import { requirePermission } from '../../require-permission.ts';
import { placeOf } from '../files-answer.ts';
import { ReplaceForm } from './replace-form.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  await requirePermission(request, 'file.replace');
  const { config } = args.context.get(pageServices);
  const { locale, pathTo } = request;
  const t = createAdminTranslator(locale);
  const file = await requireFile(request, args.params.id);
  const { language: inLanguage } = localeDefinition(config, locale);
  const name = titleOf(file, locale);
  return {
    pageMessages: readPageMessages(locale, 'files'),
    title: t('files.file.replaceTitle', { name }),
    breadcrumbs: [
      { label: t('pages.files'), href: pathTo('/admin/files') },
      { label: name, href: pathTo(`/admin/files/${file.id}`) },
    ],
    file: {
      replacePath: pathTo(`/admin/files/${file.id}/replace`),
      version: file.version,
      languages: config.locales.map(({ code, language }) => ({ code, name: languageName(inLanguage, language) })),
      mostVersions: MAX_VERSIONS,
      kind: file.kind,
      limits: toldLimits(request.limits),
    },
  };
}

/** Replaces a file and leads back to its page. */
export async function action(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'file.replace');
  const t = createEditorTranslator(request.locale);
  const tFiles = createAdminTranslator(request.locale);
  const fields = { file: fileField(), version: textField(12), language: textField(20) };
  // With its multipart overhead.
  const shape = formShape(fields, request.limits.file + MAX_FORM_BYTES);
  const received = await request.receiveForm(shape);
  if ('status' in received && received.retryAfter !== undefined) {
    return refused(t(received.status === 429 ? 'picture.tooManyAtOnce' : 'picture.tooManyOnSite'), received.status);
  }
  const form = await requireForm({ receiveForm: async () => received }, shape);
  const { id } = await requireFile(request, args.params.id);
  const contents = form.get('file');
  if (!(contents instanceof File) || contents.size === 0) return refused(t('picture.noFile'));
  const { name } = contents;
  const place = placeOf(String(form.get('language') ?? ''));
  const replacement = { id, name, contents, ...place, expectedVersion: Number(form.get('version')) };
  return orUnavailable(
    args,
    request.locale,
    async () => {
      const outcome = await request.replaceFile(actor, replacement);
      if (outcome.ok) {
        const { former, version } = outcome.file;
        const notice = former[0]?.version === version - 1 ? 'replaced' : 'added';
        throw redirect(`${request.pathTo(`/admin/files/${id}`)}?notice=${notice}`, 303);
      }
      if ('problem' in outcome) {
        const { sentence, status } = pictureProblem(outcome.reason, name, { t, limits: toldLimits(request.limits) });
        return refused(sentence, status);
      }
      switch (outcome.reason) {
        case 'same-bytes':
        case 'other-kind':
        case 'in-trash':
          return refused(tFiles(`files.problems.${outcome.reason}`));
        default:
          return refused(tFiles('files.problems.replaced'), 409);
      }
    },
    (sentence) => refused(sentence, 503),
  );
}

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** The form that replaces a file, which browsers without script, and refused ones, come to. */
export default function ReplaceRoute() {
  const t = useTranslations('admin.files.file');
  const { file, title } = useLoaderData<typeof loader>();
  const answer = useAnswer<{ sentence: string }>();
  return (
    <section aria-label={t('replace')}>
      <h1 className="break-words font-semibold text-h2">{title}</h1>
      <ReplaceForm file={file} answer={answer} />
    </section>
  );
}

async function requireFile({ store }: AccountRequest, id = '') {
  const file = isMediaId(id) ? (await getDocument(store, files.at(id)))?.data : undefined;
  if (!file) throw data(null, { status: 404, statusText: 'Not Found' });
  return file;
}

function refused(sentence: string, status = 422) {
  return data({ sentence }, { status });
}
