import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { parseMarkdown } from '#core/markdown/parse-markdown.ts';
import { writeHtml } from '#core/rich-text/write-html.ts';
import guide from '../../../docs/site.md?raw';
import { accountMeta } from '../../account/account-page.tsx';
import { readAccountRequest } from '../../account/account-request.ts';
import { requirePermission } from '../require-permission.ts';

/** Loads the guide for those who write about the site, in the language of the page or in English; 403 for others. */
export async function loader(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  await requirePermission(request, 'site-texts.edit');
  // The English part comes first.
  const [, english = '', spanish = english] = guide.split(/^# /m);
  const [title = '', ...lines] = (request.locale === 'es' ? spanish : english).split('\n');
  const text = parseMarkdown(lines.join('\n'));
  if (!text.ok) throw new Error(`docs/site.md: ${text.problems[0]?.message}`);
  return { title, html: writeHtml(text.richText) };
}

export const meta = accountMeta;

/** The guide of `docs/site.md`. */
export default function HelpRoute() {
  const { title, html } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: written from the product's own document */}
      <div className="prose mt-4 max-w-[65ch]" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
