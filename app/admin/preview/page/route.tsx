import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { localizePath } from '#core/locales/localized-path.ts';
import { documentKindHeaders } from '#core/site/response-headers.ts';
import { localeSet } from '#site-config';
import { MessagePage, PreviewPage } from '../../../preview/preview-page.tsx';
import { readPreviewPage } from '../../../preview/read-preview-page.ts';
import { pageMeta } from '../../../site/page-head/page-head.ts';
import { readPageRequest } from '../../../site/page-request.ts';
import { readManagedItem } from '../../managed-item/read-managed-item.ts';

export const headers = documentKindHeaders('preview-frame');

/** The draft in the language of the address, for the preview frame; 403 without the right to read drafts. */
export async function loader(args: LoaderFunctionArgs) {
  const { item, request, services, t } = await readManagedItem(args);
  const pathIn = (code: string) =>
    localizePath(services.config, code, `/admin/items/${item.type}/${item.id}/preview/page`);
  const page = await readPreviewPage({
    request: readPageRequest(args),
    store: request.store,
    item,
    addresses: Object.fromEntries(
      localeSet.locales.flatMap(({ code }) => (item.languages[code] ? [[code, pathIn(code)]] : [])),
    ),
    title: (title) => t('draft.title', { title }),
  });
  if (!page) {
    const message = { title: t('draft.banner'), text: t('preview.missing'), links: [] };
    return data({ kind: 'message' as const, message });
  }
  const text = t('draft.internal', { standing: t(`draft.standing.${page.standing}`) });
  return data({ kind: 'page' as const, ...page, banner: { label: t('draft.banner'), text } });
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>>['data'] }) =>
  loaderData?.kind === 'page'
    ? pageMeta(loaderData.head)
    : [{ title: loaderData?.message.title }, { name: 'robots', content: 'noindex' }];

export default function PreviewFrameRoute() {
  const shown = useLoaderData<typeof loader>();
  return shown.kind === 'page' ? (
    <PreviewPage page={shown} banner={shown.banner} />
  ) : (
    <MessagePage {...shown.message} />
  );
}
