import { Command } from 'cmdk';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import pageIcon from '~icons/lucide/file-text';
import linkIcon from '~icons/lucide/link';
import warningIcon from '~icons/lucide/triangle-alert';
import { Icon } from '../../../ui/icon.tsx';
import { inputStyle } from '../../../ui/kit/forms/field.tsx';
import { refuseModifiedEnter } from '../../../ui/kit/plain-key.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { LinkTarget } from './describe-links.ts';
import { useLinkSearch } from './use-link-search.ts';

interface LinkPickerProps {
  /** The language of the linking text. */
  language: Locale;
  /** The initial address. */
  initial?: string;
  /** Only items of this type, and no addresses. */
  type?: string;
  /** Whether a field looks for where it leads. */
  isField?: boolean;
  /** Items of any type, and no addresses. */
  onlyItems?: boolean;
  onChoose: (href: string, target?: LinkTarget) => void;
}

const ENTRY =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 py-2 data-[selected=true]:bg-tint data-[disabled=true]:cursor-default';

/** Finds another item by title, or accepts an address. Warns if readers of the text's language cannot read the target. */
export function LinkPicker(props: LinkPickerProps) {
  const { language, initial = '', type, isField = false, onlyItems = false, onChoose } = props;
  const t = useTranslations('editor.link');
  const { item, paths, languages } = useDesk();
  const [query, setQuery] = useState(initial);
  const found = useLinkSearch(paths.links, query, language, {
    ...(type !== undefined && { type }),
    ...(isField && { field: '1' }),
  });
  const nameOf = (code: Locale) => languages.find((known) => known.code === code)?.name ?? code;
  const typed = found.kind === 'found' && type === undefined && !onlyItems ? found.typed : undefined;
  const targets = found.kind === 'found' ? found.targets.filter(({ id }) => id !== item.id) : [];
  return (
    <Command label={t('search')} shouldFilter={false} loop vimBindings={false} onKeyDown={refuseModifiedEnter}>
      <Command.Input value={query} onValueChange={setQuery} placeholder={t('search')} className={inputStyle} />
      <Command.List label={t('results')} className="mt-2 max-h-72 overflow-y-auto">
        {targets.map((target) => (
          <Command.Item
            key={target.id}
            value={target.id}
            onSelect={() => onChoose(target.value, target)}
            className={ENTRY}
          >
            <Icon icon={pageIcon} className="text-[1.125rem] text-ink-soft" />
            <span className="min-w-0 grow">
              <span className="block break-words">{target.title}</span>
              <span className="block text-fine text-ink-soft">{target.typeLabel}</span>
              {!target.isPublished && <Warning text={t('missing', { language: nameOf(language) })} />}
            </span>
          </Command.Item>
        ))}
        {typed?.isAllowed && (
          <Command.Item value={`address:${typed.href}`} onSelect={() => onChoose(typed.href)} className={ENTRY}>
            <Icon icon={linkIcon} className="text-[1.125rem] text-ink-soft" />
            <span className="min-w-0 grow">
              <span className="block break-all">{t('use', { address: typed.href })}</span>
              {typed.crossesTo !== undefined && (
                <Warning text={t('crosses', { language: nameOf(typed.crossesTo), own: nameOf(language) })} />
              )}
            </span>
          </Command.Item>
        )}
      </Command.List>
      <p role="status" className="min-h-6 px-3 pt-2 text-fine text-ink-soft">
        {found.kind === 'searching' && t('searching')}
        {found.kind === 'failed' && t('failed')}
        {typed && !typed.isAllowed && (!isField || targets.length === 0) && t(isField ? 'invalidField' : 'invalid')}
        {found.kind === 'found' && !typed && targets.length === 0 && t('none')}
      </p>
    </Command>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1.5 text-fine text-warning">
      <Icon icon={warningIcon} className="mt-[0.2em]" />
      {text}
    </span>
  );
}
