import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import type { ItemRun } from './actions/use-item-run.ts';

/** The progress of a run. The live region exists before it has content. */
export function RunProgress({ run }: { run: ItemRun }) {
  const t = useTranslations('items');
  const { progress } = run;
  const text = progress ? sentenceOf(progress, t) : '';
  return (
    <div className={progress ? 'mt-5 rounded-card border border-line bg-tint p-4' : ''}>
      <p role="status" className="font-medium">
        {text}
      </p>
      {progress && (
        <>
          <progress
            aria-label={text}
            className="mt-2 h-2 w-full accent-action"
            {...(progress.total !== undefined && { value: progress.done, max: Math.max(1, progress.total) })}
          />
          <button type="button" onClick={run.stop} className={`mt-2 ${buttonStyle('plain')}`}>
            {t('run.stop')}
          </button>
        </>
      )}
    </div>
  );
}

function sentenceOf(
  { action, done, total }: NonNullable<ItemRun['progress']>,
  t: ReturnType<typeof useTranslations<'items'>>,
): string {
  if (action === 'undo') return t('run.undoing', { done, total: total ?? done });
  const name = t(`bulk.actions.${action}`);
  return total === undefined
    ? t('run.progressUncounted', { action: name, done })
    : t('run.progress', { action: name, done, total });
}
