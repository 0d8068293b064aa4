import { useTranslations } from 'use-intl';
import { ProgressBox } from '../progress-box.tsx';
import type { ItemRun } from './actions/use-item-run.ts';

type Translate = ReturnType<typeof useTranslations<'items'>>;

/** The progress of a run; its result is announced here and shown below. */
export function RunProgress({ run }: { run: ItemRun }) {
  const t = useTranslations('items');
  const { progress, result } = run;
  const text = progress ? progressSentence(progress, t) : result ? resultSentence(result, t) : '';
  return <ProgressBox text={text} progress={progress} stopLabel={t('run.stop')} onStop={run.stop} />;
}

function progressSentence({ action, done, total }: NonNullable<ItemRun['progress']>, t: Translate): string {
  if (action === 'undo') return t('run.undoing', { done, total: total ?? done });
  const name = t(`bulk.actions.${action}`);
  return total === undefined
    ? t('run.progressUncounted', { action: name, done })
    : t('run.progress', { action: name, done, total });
}

function resultSentence(result: NonNullable<ItemRun['result']>, t: Translate): string {
  const { action, done, unchanged, failed, note, sentences = [] } = result;
  return [
    t(`run.done.${action}`, { count: done }),
    note && (note === 'refused' ? sentences.join(' ') : t(`run.${note}`)),
    unchanged > 0 && t('run.unchanged', { count: unchanged }),
    failed.length > 0 && t('run.failedTitle', { count: failed.length }),
  ]
    .filter((part) => part !== false && part !== undefined)
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ');
}
