import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import foldIcon from '~icons/lucide/chevron-down';
import unfoldIcon from '~icons/lucide/chevron-up';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle, iconButtonStyle } from '../../../ui/kit/button-style.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { TextEditor } from '../text/text-editor.ts';
import { ChangeWords } from '../translation/change-words.tsx';
import {
  isBegun,
  isUnlinked,
  likelySourceIn,
  type TranslationDesk,
  type TranslationSide,
} from '../translation/translation-desk.ts';
import { UNIT_STATE_COLORS, UNIT_STATE_ICONS } from '../translation/unit-state-icon.ts';
import { type ActiveUnit, reportOf } from './active-unit.ts';
import type { TranslationActions } from './translation-actions.ts';
import { usePanelPlace } from './use-panel-place.ts';
import { useUnitName } from './use-unit-name.ts';

interface UnitPanelProps {
  desk: TranslationDesk;
  active: Store<ActiveUnit | undefined>;
  actions: TranslationActions;
  languages: { [side in TranslationSide]: EditedLanguage };
  editors: { [side in TranslationSide]?: TextEditor };
}

/**
 * The translation state of the active unit, what has changed in its source, and what can be done. It stands in the other
 * language, below the counterpart, so that it never covers what is being typed; where one language is shown, at the bottom.
 */
export function UnitPanel({ desk, active, actions, languages, editors }: UnitPanelProps) {
  const t = useTranslations('editor.translation');
  const state = useSyncExternalStore(desk.state.subscribe, desk.state.read);
  const at = useSyncExternalStore(active.subscribe, active.read);
  const [chosen, setFolded] = useState<boolean>();
  const panel = useRef<HTMLElement>(null);
  const nameOf = useUnitName();
  const { item, languages: given } = useDesk();
  // That a language was never begun is told once, and not of each part.
  const report = at && state && isBegun(state) ? reportOf(desk, at) : undefined;
  const hasWork = report !== undefined && report.state !== 'current';
  const place = usePanelPlace(panel, { desk, editors, languages, at: hasWork ? at : undefined });
  // At the bottom it would cover the text: there it is folded until somebody unfolds it.
  const isBelow = place === 'below';
  const isFolded = chosen ?? isBelow;
  useCaretAbove(panel, hasWork && isBelow, editors);
  if (!state) return null;
  const { source, translation } = languages;
  const originalTag = given.find(({ code }) => code === item.sourceLanguage)?.tag ?? source.tag;
  // Links are to the original, also while another translation is shown in its place.
  const compared = state.original?.state ?? state;
  const extraUnit = report?.state === 'extra' && compared.counts.missing > 0 ? report.unit : undefined;
  /** Does something after which its button is gone: the focus returns to the part. */
  const act = (action: () => void) => () => {
    action();
    if (at) actions.goTo(at);
  };
  const buttons = (
    <>
      {report?.state === 'stale' && translation.canEdit && (
        <button type="button" className={buttonStyle('plain')} onClick={act(actions.markCurrent)}>
          {t('markCurrent')}
        </button>
      )}
      {report?.state === 'stale' && at?.side === 'source' && source.canEdit && !state.original && (
        <button
          type="button"
          className={buttonStyle('plain')}
          onClick={act(actions.noteMinorEdit)}
          title={t('minorEditHelp')}
        >
          {t('minorEdit')}
        </button>
      )}
      {report?.state === 'missing' &&
        report.source?.startsWith('block:') &&
        at?.side === 'source' &&
        translation.canEdit && (
          <button type="button" className={buttonStyle('plain')} onClick={actions.addCounterpart}>
            {t('addBlock', { language: translation.name })}
          </button>
        )}
      {extraUnit !== undefined && likelySourceIn(compared, extraUnit) && translation.canEdit && (
        <button
          type="button"
          className={buttonStyle('plain')}
          onClick={act(() => (isUnlinked(compared) ? desk.linkByOrder() : desk.link(extraUnit)))}
        >
          {t(isUnlinked(compared) ? 'linkByOrder' : 'link')}
        </button>
      )}
    </>
  );
  return (
    <section
      ref={panel}
      aria-label={t('label')}
      data-desk-panel={hasWork ? place : undefined}
      className={hasWork ? 'desk-panel border-line bg-raised px-3 py-1.5 text-fine shadow-lg' : 'sr-only'}
    >
      <div className="flex items-center gap-x-3">
        <p role="status" className="min-w-0 grow">
          {at && report && (
            <>
              <span className={`inline-flex items-center gap-1.5 font-semibold ${UNIT_STATE_COLORS[report.state]}`}>
                <Icon icon={UNIT_STATE_ICONS[report.state]} />
                {t('of', { unit: nameOf(at.unit), state: t(`states.${report.state}`) })}
              </span>{' '}
              <span className={isFolded ? 'sr-only' : 'text-ink-soft'}>{t(`help.${report.state}`)}</span>
            </>
          )}
        </p>
        {hasWork && (
          <button
            type="button"
            aria-label={t(isFolded ? 'unfold' : 'fold')}
            className={iconButtonStyle}
            onClick={() => setFolded(!isFolded)}
          >
            <Icon icon={isFolded ? unfoldIcon : foldIcon} />
          </button>
        )}
      </div>
      {hasWork && isFolded && isBelow && <div className="flex flex-wrap gap-2">{buttons}</div>}
      {hasWork && !isFolded && (
        <div className="max-h-[30dvh] overflow-y-auto pb-1.5">
          <div className="flex flex-wrap gap-2">{buttons}</div>
          {report.change && (
            <div className="mt-2 border-line border-t pt-2">
              <p className="mb-1 text-ink-soft">{report.change.from === '' ? t('unknownChange') : t('change')}</p>
              {report.change.from === '' ? (
                <p lang={originalTag} className="whitespace-pre-line">
                  {report.change.to}
                </p>
              ) : (
                <ChangeWords from={report.change.from} to={report.change.to} language={originalTag} />
              )}
            </div>
          )}
        </div>
      )}
    </section>
  );
}

/** Moves the caret out from under the panel whenever the panel appears or grows. */
function useCaretAbove(
  panel: RefObject<HTMLElement | null>,
  isShown: boolean,
  editors: { [side in TranslationSide]?: TextEditor },
): void {
  useEffect(() => {
    if (!isShown || !panel.current) return undefined;
    const seen = new ResizeObserver(() => {
      for (const { editor } of Object.values(editors)) if (editor.isFocused) editor.commands.scrollIntoView();
    });
    seen.observe(panel.current);
    return () => seen.disconnect();
  }, [panel, isShown, editors]);
}
