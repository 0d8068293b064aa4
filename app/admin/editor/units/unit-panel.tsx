import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitId } from '#core/content/translation-link.ts';
import { blockOfUnit, COVER_ALT } from '#core/translation/units.ts';
import foldIcon from '~icons/lucide/chevron-down';
import unfoldIcon from '~icons/lucide/chevron-up';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle, iconButtonStyle } from '../../../ui/kit/button-style.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { blockElements, type TextEditor } from '../text/text-editor.ts';
import { ChangeWords } from '../translation/change-words.tsx';
import {
  isBegun,
  isUnlinked,
  likelySourceIn,
  type TranslationDesk,
  type TranslationSide,
} from '../translation/translation-desk.ts';
import { UNIT_STATE_COLORS, UNIT_STATE_ICONS } from '../translation/unit-state-icon.ts';
import { type ActiveUnit, otherSide, reportOf } from './active-unit.ts';
import type { TranslationActions } from './translation-actions.ts';
import { counterpartOf } from './use-counterparts.ts';

/** `beside`: in the other language's column. `below`: at the bottom of the window, if the other language is not shown. */
type PanelPlace = 'beside' | 'below';

/** Space between a part and its panel, in CSS pixels. */
const GAP = 6;

interface PanelOptions {
  desk: TranslationDesk;
  editors: { [side in TranslationSide]?: TextEditor };
  languages: { [side in TranslationSide]: EditedLanguage };
  /** The active unit, if the panel is shown. */
  at: ActiveUnit | undefined;
}

interface Box {
  top: number;
  left: number;
  width: number;
}

const columnOf = (code: string) => document.querySelector<HTMLElement>(`[data-column="${code}"]`);

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
          {at && report && <UnitState state={report.state} name={nameOf(at.unit)} isFolded={isFolded} />}
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
          {report.change && <ChangeSince change={report.change} language={originalTag} />}
        </div>
      )}
    </section>
  );
}

function UnitState({
  state,
  name,
  isFolded,
}: {
  state: keyof typeof UNIT_STATE_ICONS;
  name: string;
  isFolded: boolean;
}) {
  const t = useTranslations('editor.translation');
  return (
    <>
      <span className={`inline-flex items-center gap-1.5 font-semibold ${UNIT_STATE_COLORS[state]}`}>
        <Icon icon={UNIT_STATE_ICONS[state]} />
        {t('of', { unit: name, state: t(`states.${state}`) })}
      </span>{' '}
      <span className={isFolded ? 'sr-only' : 'text-ink-soft'}>{t(`help.${state}`)}</span>
    </>
  );
}

/** What has changed in the source. @param language the BCP 47 tag of the source */
function ChangeSince({ change, language }: { change: { from: string; to: string }; language: string }) {
  const t = useTranslations('editor.translation');
  return (
    <div className="mt-2 border-line border-t pt-2">
      <p className="mb-1 text-ink-soft">{change.from === '' ? t('unknownChange') : t('change')}</p>
      {change.from === '' ? (
        <p lang={language} className="whitespace-pre-line">
          {change.to}
        </p>
      ) : (
        <ChangeWords from={change.from} to={change.to} language={language} />
      )}
    </div>
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

/** The label of a unit. */
function useUnitName(): (unit: UnitId) => string {
  const t = useTranslations('editor.translation');
  const { type } = useDesk();
  const { code } = useLocale();
  return (unit) => {
    switch (unit) {
      case 'title':
        return t('unitTitle');
      case 'summary':
        return t('unitSummary');
      case 'seo.title':
        return t('unitSeoTitle');
      case 'seo.description':
        return t('unitSeoDescription');
      case COVER_ALT:
        return t('unitCoverAlt');
      default: {
        const field = type.fields.find(({ key }) => unit === `field:${key}`);
        return field ? (field.labels[code] ?? field.key) : t('block');
      }
    }
  };
}

/** Places the panel of the active unit below the unit's counterpart, or level with the unit if there is none. */
function usePanelPlace(panel: RefObject<HTMLElement | null>, options: PanelOptions): PanelPlace {
  const { desk, editors, languages, at } = options;
  const [place, setPlace] = useState<PanelPlace>('below');
  useLayoutEffect(() => {
    if (!at) return undefined;
    const put = () => {
      const element = panel.current;
      if (!element) return;
      const found = boxBeside(element, { desk, editors, languages, at });
      setPlace(found ? 'beside' : 'below');
      for (const name of ['top', 'left', 'width'] as const) element.style[name] = found ? `${found[name]}px` : '';
    };
    put();
    const seen = new ResizeObserver(() => requestAnimationFrame(put));
    for (const column of document.querySelectorAll('[data-column]')) seen.observe(column);
    const end = desk.state.subscribe(() => requestAnimationFrame(put));
    return () => {
      seen.disconnect();
      end();
    };
  }, [panel, desk, editors, languages, at]);
  return place;
}

/** Where the panel goes in its positioned ancestor; `undefined` if the other language is not visible. */
function boxBeside(
  panel: HTMLElement,
  { desk, editors, languages, at }: PanelOptions & { at: ActiveUnit },
): Box | undefined {
  const side = otherSide(at.side);
  const column = columnOf(languages[side].code)?.getBoundingClientRect();
  const frame = panel.parentElement?.getBoundingClientRect();
  if (!column?.width || !frame) return undefined;
  const own = elementOf(at.unit, editors[at.side], languages[at.side].code);
  const block = blockOfUnit(at.unit) === undefined ? undefined : counterpartOf(desk, at);
  const unit = block === undefined ? (blockOfUnit(at.unit) === undefined ? at.unit : undefined) : `block:${block}`;
  const other = unit === undefined ? undefined : elementOf(unit, editors[side], languages[side].code);
  const line = other?.getBoundingClientRect().bottom ?? own?.getBoundingClientRect().top;
  if (line === undefined) return undefined;
  return { top: line - frame.top + (other ? GAP : 0), left: column.left - frame.left, width: column.width };
}

function elementOf(unit: UnitId, text: TextEditor | undefined, code: string): HTMLElement | undefined {
  const block = blockOfUnit(unit);
  if (block !== undefined) return text && !text.editor.isDestroyed ? blockElements(text).get(block) : undefined;
  return columnOf(code)?.querySelector<HTMLElement>(`[data-unit="${CSS.escape(unit)}"]`) ?? undefined;
}
