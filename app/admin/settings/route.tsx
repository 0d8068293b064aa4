import { useLoaderData } from 'react-router';
import { accountMeta } from '../../account/account-page.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { EmbedSection } from './embed-section.tsx';
import { IconSection } from './icon-section.tsx';
import { readSettings } from './read-settings.ts';

export const loader = readSettings;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  accountMeta(loaderData?.title);

/** The settings of the site that are not in its configuration. */
export default function SettingsRoute() {
  const { title, notice, icons, embed } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      {notice && <Notice text={notice} className="mt-4" />}
      <IconSection groups={icons} />
      {/* Last, because the preview in it comes later and has any height. */}
      <EmbedSection embed={embed} />
    </>
  );
}
