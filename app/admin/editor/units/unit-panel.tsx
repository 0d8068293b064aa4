import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitId } from '#core/content/translation-link.ts';
import { hasWords, readWordKey, wordMembers } from '#core/content-types/entry-words.ts';
import { blockOfUnit, COVER_ALT } from '#core/translation/units.ts';
import foldIcon from '~icons/lucide/chevron-down';
import unfoldIcon from '~icons/lucide/chevron-up';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonStyle } from '../../../ui/kit/button-style.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { blockElements, type TextEditor } from '../text/text-editor.ts';
import { type RoomBelow, roomBelow, showUnitMarks } from '../text/unit-marks.ts';
import { ChangeWords } from '../translation/change-words.tsx';
import {
  isBegun,
  isUnlinked,
  likelySourceIn,
  type TranslationDesk,
  type TranslationSide,
} from '../translation/translation-desk.ts';
import { UNIT_STATE_COLORS, UNIT_STATE_ICONS } from '../translation/unit-badge.tsx';
import { type ActiveUnit, otherSide, reportOf } from './active-unit.ts';
import type { TranslationActions } from './translation-actions.ts';
import { counterpartOf } from './use-counterparts.ts';

/**
 * `beside`: in the other language's column. `below`: at the bottom of the window, if the other language is not shown, or a field of
 * the original is written.
 */
type PanelPlace = 'beside' | 'below';

/** Space between a part and its panel, in CSS pixels. */
const GAP = 6;

/** Space below the panel in CSS pixels, which has a line for the state of the next block. */
const GAP_BELOW = 24;

interface PanelOptions {
  desk: TranslationDesk;
  editors: { [side in TranslationSide]?: TextEditor };
  languages: { [side in TranslationSide]: EditedLanguage };
  /** The active unit, if the panel is shown. */
  at: ActiveUnit | undefined;
}

/** Where the panel stands in the other column. */
interface Place {
  /** The part that it stands below; if none, it begins level with the active one. */
  below: HTMLElement | undefined;
  /** The block of the text that this is, if it is one. */
  block?: { text: TextEditor; id: string };
  /** In CSS pixels from the panel's positioned ancestor. */
  top: number;
  left: number;
  width: number;
}

/** An action of the panel, which is one line where it has room. */
const ACTION =
  'min-h-9 rounded-control px-2 font-semibold text-action hover:bg-tint active:bg-sunken pointer-coarse:min-h-11';

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
  const { source, translation } = languages;
  // At the bottom it would cover the text, and who writes the original has just changed it: there it is folded until it is unfolded.
  const isBelow = place === 'below';
  const isFolded = chosen ?? (isBelow || (at?.side === 'source' && source.canEdit));
  useCaretAbove(panel, isShown && isBelow, editors);
  if (!state) return null;
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
      {report?.state === 'stale' && translation.canEdit && !(at?.side === 'source' && isFolded && !isBelow) && (
        <button type="button" className={ACTION} onClick={act(actions.markCurrent)}>
          {t('markCurrent')}
        </button>
      )}
      {report?.state === 'stale' && at?.side === 'source' && source.canEdit && !state.original && (
        <button type="button" className={ACTION} onClick={act(actions.noteMinorEdit)} title={t('minorEditHelp')}>
          {t('minorEdit')}
        </button>
      )}
      {report?.state === 'missing' &&
        report.source?.startsWith('block:') &&
        at?.side === 'source' &&
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
    </>
  );
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
          {hasWork && <div className="flex flex-wrap gap-x-2">{buttons}</div>}
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
        const word = readWordKey(unit.replace(/^field:/, ''));
        const field = type.fields.find(({ key }) => unit === `field:${key}` || key === word?.field);
        const members = field && hasWords(field) ? wordMembers(field) : [];
        const named = members.find(({ key }) => key === word?.member) ?? field;
        return named ? (named.labels[code] ?? named.key) : t('block');
      }
    }
  };
}

/**
 * Places the panel of the active unit below the unit's counterpart, or below what precedes it where there is none, and makes
 * room for it there.
 */
function usePanelPlace(panel: RefObject<HTMLElement | null>, options: PanelOptions): PanelPlace {
  const { desk, editors, languages, at } = options;
  const [place, setPlace] = useState<PanelPlace>('below');
  useLayoutEffect(() => {
    const element = panel.current;
    if (!at || !element) return undefined;
    let leave: (() => void) | undefined;
    let stood: Place | undefined;
    const put = () => {
      const found = placeBeside(element, { desk, editors, languages, at });
      setPlace(found ? 'beside' : 'below');
      element.dataset.deskPanel = found ? 'beside' : 'below';
      for (const name of ['left', 'width'] as const) element.style[name] = found ? `${found[name]}px` : '';
      if (leave && stood?.below !== found?.below) leave();
      leave = found && makeRoom(found, GAP + element.offsetHeight + GAP_BELOW);
      stood = found;
      element.style.top = found ? `${found.top}px` : '';
    };
    put();
    const seen = new ResizeObserver(() => requestAnimationFrame(() => element.isConnected && put()));
    for (const part of [element, ...document.querySelectorAll('[data-column]')]) seen.observe(part);
    const end = desk.state.subscribe(() => requestAnimationFrame(put));
    return () => {
      seen.disconnect();
      end();
      leave?.();
    };
  }, [panel, desk, editors, languages, at]);
  return place;
}

/** Keeps room below the part that the panel stands below. @returns a function that ends it */
function makeRoom({ below, block }: Place, height: number): () => void {
  if (!block) {
    if (below) below.style.marginBlockEnd = `${height}px`;
    return () => below?.style.removeProperty('margin-block-end');
  }
  const { text, id } = block;
  const show = (room: RoomBelow | undefined) => {
    if (!text.editor.isDestroyed) showUnitMarks(text.editor.view, { panel: room });
  };
  const room = roomBelow(text.editor.view).panel;
  if (room?.id !== id || room.height !== height) show({ id, height });
  return () => show(undefined);
}

/** Where the panel goes; `undefined` where it is at the bottom. */
function placeBeside(
  panel: HTMLElement,
  { desk, editors, languages, at }: PanelOptions & { at: ActiveUnit },
): Place | undefined {
  // Above the text, to push would move all of it while the field is written.
  if (at.side === 'source' && blockOfUnit(at.unit) === undefined && languages.source.canEdit) return undefined;
  const side = otherSide(at.side);
  const column = columnOf(languages[side].code)?.getBoundingClientRect();
  const frame = panel.parentElement?.getBoundingClientRect();
  if (!column?.width || !frame) return undefined;
  const own = elementOf(at.unit, editors[at.side], languages[at.side].code);
  const part = partBeside(desk, editors, at) ?? { below: elementOf(at.unit, editors[side], languages[side].code) };
  // With no counterpart to stand below, it would cover what stands there.
  const other = editors[side];
  if (!part.below && other && !other.editor.isDestroyed && other.editor.getText().trim() !== '') return undefined;
  const line = part.below?.getBoundingClientRect().bottom ?? own?.getBoundingClientRect().top;
  if (line === undefined) return undefined;
  const top = line - frame.top + (part.below ? GAP : 0);
  return { ...part, top, left: column.left - frame.left, width: column.width };
}

/** The counterpart of a block, or that of the nearest block before it that has one. */
function partBeside(desk: TranslationDesk, editors: PanelOptions['editors'], { side, unit }: ActiveUnit) {
  const block = blockOfUnit(unit);
  const [own, text] = [editors[side], editors[otherSide(side)]];
  if (block === undefined || !own || !text || own.editor.isDestroyed || text.editor.isDestroyed) return undefined;
  const ids = [...blockElements(own).keys()];
  const elements = blockElements(text);
  for (const before of ids.slice(0, ids.indexOf(block) + 1).reverse()) {
    const id = counterpartOf(desk, { side, unit: `block:${before}` });
    const below = elements.get(id ?? '');
    if (id !== undefined && below) return { below, block: { text, id } };
  }
  return undefined;
}

/** The element of a unit; of one in a section that is folded, that section. */
function elementOf(unit: UnitId, text: TextEditor | undefined, code: string): HTMLElement | undefined {
  const block = blockOfUnit(unit);
  if (block !== undefined) return text && !text.editor.isDestroyed ? blockElements(text).get(block) : undefined;
  const field = columnOf(code)?.querySelector<HTMLElement>(`[data-unit="${CSS.escape(unit)}"]`);
  return (field?.checkVisibility() ? field : field?.closest('details')) ?? undefined;
}
