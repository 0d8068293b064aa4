import { useMemo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import savedIcon from '~icons/lucide/cloud-check';
import offlineIcon from '~icons/lucide/cloud-off';
import savingIcon from '~icons/lucide/cloud-upload';
import warningIcon from '~icons/lucide/triangle-alert';
import type { IconData } from '../../../context/context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { type SaveState, saveStateOf, worstOf } from '../drafts/save-state.ts';

const ICONS: { [state in SaveState]: IconData } = {
  opening: savingIcon,
  saved: savedIcon,
  saving: savingIcon,
  offline: offlineIcon,
  unkept: warningIcon,
  ended: warningIcon,
  refused: warningIcon,
};

/** The combined save state of all drafts. */
export function SaveIndicator({ drafts }: { drafts: readonly EditorDraft[] }) {
  const t = useTranslations('editor.saving');
  const state = useSaveState(drafts);
  const { paths } = useDesk();
  const isQuiet = ['saved', 'saving', 'opening'].includes(state);
  const color = ['unkept', 'ended', 'refused'].includes(state) ? 'font-semibold text-danger' : 'text-ink-soft';
  return (
    <p role="status" className={`inline-flex items-center gap-2 max-sm:gap-1.5 max-sm:text-fine ${color}`}>
      <Icon icon={ICONS[state]} className="text-[1.125rem]" />
      <span className={isQuiet ? '@max-3xl:sr-only' : ''}>
        {t(state)}{' '}
        {state === 'ended' && (
          <a href={paths.signIn} target="_blank" rel="noopener" className="underline">
            {t('signIn')}
          </a>
        )}
      </span>
    </p>
  );
}

function useSaveState(drafts: readonly EditorDraft[]): SaveState {
  const source = useMemo(
    () => ({
      read: () => worstOf(drafts.map(({ facts }) => saveStateOf(facts.read()))),
      subscribe(listener: () => void) {
        const ends = drafts.map(({ facts }) => facts.subscribe(listener));
        return () => {
          for (const end of ends) end();
        };
      },
    }),
    [drafts],
  );
  return useSyncExternalStore(source.subscribe, source.read);
}
