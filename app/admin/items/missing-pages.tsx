import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import newIcon from '~icons/lucide/plus';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import type { ItemsData } from './read-items.ts';

/** A button for each page that every site has, or topic that the file has, and that does not exist yet. */
export function MissingPages({ list }: { list: ItemsData }) {
  const { missingPages, path } = list;
  const t = useTranslations(list.type.isTopic ? 'items.missingTopics' : 'items.missingPages');
  if (missingPages.length === 0) return null;
  return (
    <section aria-labelledby="missing-pages" className="mt-4 rounded-card border border-line bg-raised p-5">
      <h2 id="missing-pages" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <Form method="post" action={path}>
        <input type="hidden" name="intent" value="createPage" />
        <ul className="mt-4 flex flex-wrap gap-2">
          {missingPages.map(({ id, name }) => (
            <li key={id}>
              <button type="submit" name="page" value={id} className={buttonStyle('plain')}>
                <Icon icon={newIcon} />
                {name}
              </button>
            </li>
          ))}
        </ul>
      </Form>
    </section>
  );
}
