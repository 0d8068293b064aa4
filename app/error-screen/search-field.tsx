import { useTranslations } from 'use-intl';
import searchIcon from '~icons/lucide/search';
import { Icon } from '../ui/icon.tsx';

/** Looks for what is not where it was looked for. @param action the page of the search */
export function SearchField({ action }: { action: string }) {
  const t = useTranslations('common.search');
  return (
    <search className="mt-7 block text-start">
      <form action={action} method="get" className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <label htmlFor="q" className="mb-1.5 block font-medium">
            {t('label')}
          </label>
          <input
            id="q"
            name="q"
            type="search"
            required
            maxLength={200}
            className="min-h-12 w-full min-w-0 rounded-control border border-line-strong bg-raised px-4"
          />
        </div>
        <button
          type="submit"
          aria-label={t('submit')}
          className="grid size-12 shrink-0 place-items-center rounded-control border border-line-strong text-[1.25rem] hover:bg-tint"
        >
          <Icon icon={searchIcon} />
        </button>
      </form>
    </search>
  );
}
