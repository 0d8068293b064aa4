import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isToken } from '#core/accounts/secret-values.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { readPreview } from '#core/previews/previews.ts';
import { documentKindHeaders } from '#core/site/response-headers.ts';
import { createPublishingTranslator } from '../admin/managed-item/read-managed-item.ts';
import { previewServices } from '../context/context.ts';
import { pageMeta } from '../site/page-head/page-head.ts';
import { noRouteMatches, readPageRequest } from '../site/page-request.ts';
import { formatMoment } from '../ui/kit/format-moment.ts';
import { MessagePage, PreviewPage } from './preview-page.tsx';
import { readPreviewPage } from './read-preview-page.ts';

export const headers = documentKindHeaders('preview-link');

/** Loads a draft by its preview link. An invalid or expired link gets an explanation. */
export async function loader(args: LoaderFunctionArgs) {
  const drafts = args.context.get(previewServices);
  if (!drafts) throw noRouteMatches(args.request);
  const request = readPageRequest(args);
  const { locale, services } = request;
  const t = createPublishingTranslator(locale);
  const { token = '' } = args.params;
  const home = { href: localizePath(services.config, locale, '/'), label: services.config.name[locale] ?? '/' };
  const shown = await readPreview({ ...drafts, config: services.config }, token);
  if (!shown) {
    const message = { title: t('draft.banner'), text: t('draft.gone'), links: [home] };
    return data({ kind: 'message' as const, message }, { status: isToken(token) ? 410 : 404 });
  }
  const { preview, item } = shown;
  const addresses = Object.fromEntries(
    preview.languages.map((code) => [code, localizePath(services.config, code, `/preview/${token}`)]),
  );
  const title = (text: string) => t('draft.title', { title: text });
  const mediaFolder = `/preview/${token}/media`;
  const page = await readPreviewPage({ request, store: drafts.store, item, addresses, mediaFolder, title });
  if (!page) {
    const links = Object.entries(addresses).map(([code, href]) => {
      const { name, language } = localeDefinition(services.config, code);
      return { href, label: name, lang: language };
    });
    const message = { title: t('draft.banner'), text: t('draft.missing'), links };
    return data({ kind: 'message' as const, message }, { status: 404 });
  }
  const text = t('draft.shared', {
    standing: t(`draft.standing.${page.standing}`),
    expires: formatMoment(locale, preview.expiresAt),
  });
  return data({ kind: 'page' as const, ...page, banner: { label: t('draft.banner'), text } });
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>>['data'] }) =>
  loaderData?.kind === 'page'
    ? pageMeta(loaderData.head)
    : [{ title: loaderData?.message.title }, { name: 'robots', content: 'noindex' }];

export default function PreviewLinkRoute() {
  const shown = useLoaderData<typeof loader>();
  return shown.kind === 'page' ? (
    <PreviewPage page={shown} banner={shown.banner} />
  ) : (
    <MessagePage {...shown.message} />
  );
}
