import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitId, UnitReport } from '#core/content/translation-link.ts';
import { hasWords, readWordKey, wordMembers } from '#core/content-types/entry-words.ts';
import { COVER_ALT } from '#core/translation/units.ts';
import foldIcon from '~icons/lucide/chevron-down';
import unfoldIcon from '~icons/lucide/chevron-up';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonStyle } from '../../../ui/kit/button-style.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { compareTexts, createDiffAllowance } from '../../text-diff/compare-texts.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { TextEditor } from '../text/text-editor.ts';
import {
  isBegun,
  isUnlinked,
  likelySourceIn,
  type TranslationDesk,
  type TranslationSide,
  type TranslationState,
} from '../translation/translation-desk.ts';
import { UNIT_STATE_COLORS, UNIT_STATE_ICONS } from '../translation/unit-badge.tsx';
import { type ActiveUnit, reportOf } from './active-unit.ts';
import { useCaretAbove, usePanelPlace } from './panel-place.ts';
import type { TranslationActions } from './translation-actions.ts';

/** An action of the panel, which is one line where it has room. */
const ACTION =
  'min-h-9 rounded-control px-2 font-semibold text-action hover:bg-tint active:bg-sunken pointer-coarse:min-h-11';

interface UnitPanelProps {
  desk: TranslationDesk;
  active: Store<ActiveUnit | undefined>;
  actions: TranslationActions;
  languages: { [side in TranslationSide]: EditedLanguage };
  editors: { [side in TranslationSide]?: TextEditor };
}

/**
 * The translation state of the active unit, what has changed in its source, and what can be done. It stands in the other
 * language, below the counterpart, and pushes what follows there: it covers nothing, and never moves what is being typed. Where
 * one language is shown, it is at the bottom. Once something was to be done, it stays for the unit and says that it is done.
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
  const [worked, setWorked] = useState<ActiveUnit>();
  const isOfWorked = worked?.side === at?.side && worked?.unit === at?.unit;
  if (hasWork && !isOfWorked) setWorked(at);
  const isShown = hasWork || (report !== undefined && isOfWorked);
  const place = usePanelPlace(panel, { desk, editors, languages, at: isShown ? at : undefined });
  const { source } = languages;
  // At the bottom it would cover the text, and who writes the original has just changed it: there it is folded until it is unfolded.
  const isBelow = place === 'below';
  const isFolded = chosen ?? (isBelow || (at?.side === 'source' && source.canEdit));
  useCaretAbove(panel, isShown && isBelow, editors);
  if (!state) return null;
  const originalTag = given.find(({ code }) => code === item.sourceLanguage)?.tag ?? source.tag;
  return (
    <section
      ref={panel}
      aria-label={t('label')}
      data-desk-panel={isShown ? place : undefined}
      className={
        isShown ? `desk-panel border-line bg-raised px-3 py-1 text-fine ${isBelow ? 'shadow-lg' : ''}` : 'sr-only'
      }
    >
      <div className="flex items-center gap-x-3">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
          <p role="status" className="min-w-0 grow py-1.5">
            {at && report && (
              <UnitState
                state={report.state}
                name={nameOf(at.unit)}
                explains={hasWork && !isFolded && !report.change}
              />
            )}
          </p>
          {hasWork && at && (
            <PanelActions
              desk={desk}
              state={state}
              report={report}
              at={at}
              actions={actions}
              languages={languages}
              isFoldedBeside={isFolded && !isBelow}
            />
          )}
        </div>
        {report?.change && (
          <button
            type="button"
            aria-label={t(isFolded ? 'unfold' : 'fold')}
            className={iconButtonStyle}
            onClick={() => setFolded(!isFolded)}
          >
            <Icon icon={isBelow === isFolded ? unfoldIcon : foldIcon} />
          </button>
        )}
      </div>
      {report?.change && !isFolded && (
        <div className="max-h-[30dvh] overflow-y-auto pb-1.5">
          <ChangeSince change={report.change} language={originalTag} />
        </div>
      )}
    </section>
  );
}

interface PanelActionsProps extends Pick<UnitPanelProps, 'desk' | 'actions' | 'languages'> {
  state: TranslationState;
  report: UnitReport;
  at: ActiveUnit;
  /** Whether the panel is folded beside the other language. */
  isFoldedBeside: boolean;
}

/** What can be done with the active unit. */
function PanelActions({ desk, state, report, at, actions, languages, isFoldedBeside }: PanelActionsProps) {
  const t = useTranslations('editor.translation');
  const { source, translation } = languages;
  // Links are to the original, also while another translation is shown in its place.
  const compared = state.original?.state ?? state;
  const extraUnit = report.state === 'extra' && compared.counts.missing > 0 ? report.unit : undefined;
  /** Does something after which its button is gone: the focus returns to the part. */
  const act = (action: () => void) => () => {
    action();
    actions.goTo(at);
  };
  return (
    <div className="flex flex-wrap gap-x-2">
      {report.state === 'stale' && translation.canEdit && !(at.side === 'source' && isFoldedBeside) && (
        <button type="button" className={ACTION} onClick={act(actions.markCurrent)}>
          {t('markCurrent')}
        </button>
      )}
      {report.state === 'stale' && at.side === 'source' && source.canEdit && !state.original && (
        <button type="button" className={ACTION} onClick={act(actions.noteMinorEdit)} title={t('minorEditHelp')}>
          {t('minorEdit')}
        </button>
      )}
      {report.state === 'missing' &&
        report.source?.startsWith('block:') &&
        at.side === 'source' &&
        translation.canEdit && (
          <button type="button" className={ACTION} onClick={actions.addCounterpart}>
            {t('addBlock', { language: translation.name })}
          </button>
        )}
      {extraUnit !== undefined && likelySourceIn(compared, extraUnit) && translation.canEdit && (
        <button
          type="button"
          className={ACTION}
          onClick={act(() => (isUnlinked(compared) ? desk.linkByOrder() : desk.link(extraUnit)))}
        >
          {t(isUnlinked(compared) ? 'linkByOrder' : 'link')}
        </button>
      )}
    </div>
  );
}

interface UnitStateProps {
  state: keyof typeof UNIT_STATE_ICONS;
  /** The label of the unit. */
  name: string;
  /** Whether what the state means is shown to all. */
  explains: boolean;
}

function UnitState({ state, name, explains }: UnitStateProps) {
  const t = useTranslations('editor.translation');
  return (
    <>
      <span className={`inline-flex items-center gap-1.5 font-semibold ${UNIT_STATE_COLORS[state]}`}>
        <Icon icon={UNIT_STATE_ICONS[state]} />
        {t('of', { unit: name, state: t(`states.${state}`) })}
      </span>{' '}
      <span className={explains ? 'text-ink-soft' : 'sr-only'}>{t(`help.${state}`)}</span>
    </>
  );
}

interface ChangeProps {
  change: { from: string; to: string };
  /** The BCP 47 tag of the source. */
  language: string;
}

/** What has changed in the source. */
function ChangeSince({ change, language }: ChangeProps) {
  const t = useTranslations('editor.translation');
  return (
    <div className="mt-2 border-line border-t pt-2">
      <p className="mb-1 text-ink-soft">{change.from === '' ? t('unknownChange') : t('change')}</p>
      {change.from === '' ? (
        <p lang={language} className="whitespace-pre-line">
          {change.to}
        </p>
      ) : (
        <ChangeWords change={change} language={language} />
      )}
    </div>
  );
}

/** A word diff of two texts. Screen readers announce deletions and insertions. */
function ChangeWords({ change: { from, to }, language }: ChangeProps) {
  const t = useTranslations('editor.translation');
  const { parts, isCoarse } = useMemo(
    () => compareTexts(from, to, language, createDiffAllowance()),
    [from, to, language],
  );
  let place = 0;
  return (
    <>
      {isCoarse && <p className="text-ink-soft">{t('coarse')}</p>}
      <p lang={language} className="whitespace-pre-line">
        {parts.map(({ text, change }) => {
          place += text.length + 1;
          if (change === 'same') return text;
          const Tag = change === 'added' ? 'ins' : 'del';
          return (
            <Tag
              key={place}
              className={change === 'added' ? 'rounded-[3px] bg-mark px-0.5 no-underline' : 'px-0.5 text-danger'}
            >
              <span className="sr-only">[{t(change)}: </span>
              {text}
              <span className="sr-only">]</span>
            </Tag>
          );
        })}
      </p>
    </>
  );
}

const UNIT_NAMES: {
  [unit: UnitId]: 'unitTitle' | 'unitSummary' | 'unitSeoTitle' | 'unitSeoDescription' | 'unitCoverAlt';
} = {
  title: 'unitTitle',
  summary: 'unitSummary',
  'seo.title': 'unitSeoTitle',
  'seo.description': 'unitSeoDescription',
  [COVER_ALT]: 'unitCoverAlt',
};

/** The label of a unit. */
function useUnitName(): (unit: UnitId) => string {
  const t = useTranslations('editor.translation');
  const { type } = useDesk();
  const { code } = useLocale();
  return (unit) => {
    const name = UNIT_NAMES[unit];
    if (name) return t(name);
    const word = readWordKey(unit.replace(/^field:/, ''));
    const field = type.fields.find(({ key }) => unit === `field:${key}` || key === word?.field);
    const members = field && hasWords(field) ? wordMembers(field) : [];
    const named = members.find(({ key }) => key === word?.member) ?? field;
    return named ? (named.labels[code] ?? named.key) : t('block');
  };
}
