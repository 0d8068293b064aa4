import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import nextIcon from '~icons/lucide/arrow-right';
import doneIcon from '~icons/lucide/check';
import savedIcon from '~icons/lucide/cloud-check';
import offlineIcon from '~icons/lucide/cloud-off';
import savingIcon from '~icons/lucide/cloud-upload';
import helpIcon from '~icons/lucide/keyboard';
import aloneIcon from '~icons/lucide/maximize';
import fieldsIcon from '~icons/lucide/sliders-horizontal';
import warningIcon from '~icons/lucide/triangle-alert';
import type { IconData } from '../../../context/context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toolButtonStyle } from '../../../ui/kit/button-style.ts';
import { subscribeToAll } from '../../../ui/kit/create-store.ts';
import { Menu, MenuHeading, MenuItem } from '../../../ui/kit/menu.tsx';
import { useToasts } from '../../../ui/kit/toasts/toaster.tsx';
import { Tooltip } from '../../../ui/kit/tooltip.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import type { OpenItem } from '../drafts/open-item.client.ts';
import { type Presence, usePresence } from '../drafts/presence.ts';
import { type SaveState, saveStateOf, worstOf } from '../drafts/save-state.ts';
import { formatShortcut, isMac, SHORTCUTS } from '../text/shortcuts.ts';
import { isBegun, SIDES, type TranslationDesk, type TranslationSide } from '../translation/translation-desk.ts';

/** States in which what is written may be lost. */
const GRAVE: readonly SaveState[] = ['unkept', 'ended', 'refused'];

/** People whose initials the bar shows; the others are counted. */
const MOST_SHOWN = 3;

const ICONS: { [state in SaveState]: IconData } = {
  opening: savingIcon,
  saved: savedIcon,
  saving: savingIcon,
  offline: offlineIcon,
  unkept: warningIcon,
  ended: warningIcon,
  refused: warningIcon,
};

interface SaveIndicatorProps {
  drafts: readonly EditorDraft[];
  /** Says at length how things stand, once everything is saved or cannot be. */
  onReport: () => void;
}

/** The combined save state of all drafts, in one line that is cut at its end; its button says it at length. */
export function SaveIndicator({ drafts, onReport }: SaveIndicatorProps) {
  const t = useTranslations('editor.saving');
  const state = useSaveState(drafts);
  const isGrave = GRAVE.includes(state);
  useGraveToast(state);
  return (
    <p role="status" className={`min-w-9 ${isGrave ? 'font-semibold text-danger' : 'text-ink-soft'}`}>
      <Tooltip text={t(state)}>
        <button
          type="button"
          onClick={onReport}
          className="flex h-11 min-w-9 max-w-full items-center gap-2 rounded-control px-1 hover:bg-sunken @max-[44rem]:justify-center"
        >
          <Icon icon={ICONS[state]} className="text-[1.125rem]" />
          <span className="truncate @max-[44rem]:sr-only">{t(state)}</span>
        </button>
      </Tooltip>
    </p>
  );
}

/** What may cost somebody their words is also told where there is room for all of it, for as long as it is so. */
function useGraveToast(state: SaveState): void {
  const t = useTranslations('editor.saving');
  const toasts = useToasts();
  const { paths } = useDesk();
  const tell = useEffectEvent(() => {
    const signIn = {
      label: t('signIn'),
      altText: t('signIn'),
      onAction: () => void window.open(paths.signIn, '_blank', 'noopener'),
    };
    toasts.add({
      id: 'unsaved',
      tone: 'warning',
      title: t(state),
      duration: Infinity,
      ...(state === 'ended' && { action: signIn }),
    });
  });
  const isGrave = GRAVE.includes(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast is shown again for another state
  useEffect(() => {
    if (!isGrave) return undefined;
    tell();
    return () => toasts.close('unsaved');
  }, [isGrave, state, toasts]);
}

function useSaveState(drafts: readonly EditorDraft[]): SaveState {
  const source = useMemo(
    () => ({
      read: () => worstOf(drafts.map(({ facts }) => saveStateOf(facts.read()))),
      subscribe: (listener: () => void) =>
        subscribeToAll(
          drafts.map(({ facts }) => facts),
          listener,
        ),
    }),
    [drafts],
  );
  return useSyncExternalStore(source.subscribe, source.read);
}

interface PresenceMenuProps {
  open: OpenItem;
  /** Leads to where somebody is. */
  onGo: (entry: Presence) => void;
}

/** The other people who have the item open: overlapping initials, and a menu that says where they are and leads there. */
export function PresenceMenu({ open, onGo }: PresenceMenuProps) {
  const t = useTranslations('editor.presence');
  const { languages, user } = useDesk();
  const awareness = useMemo(
    () => Object.fromEntries(Object.entries(open.languages).map(([code, draft]) => [code, draft.awareness])),
    [open],
  );
  const present = usePresence(awareness, user.id);
  const tell = (entry: Presence) => {
    const language = languages.find(({ code }) => code === entry.language)?.name ?? entry.language;
    const name = entry.isSelf ? t('self', { name: entry.name }) : entry.name;
    return entry.place ? t('at', { name, place: t(`places.${entry.place}`), language }) : t('in', { name, language });
  };
  const people = [...byPerson(present).values()];
  if (people.length === 0) return null;
  const label = `${t('label')}: ${people.flatMap((entries) => entries.map(tell)).join('; ')}`;
  const more = (hidden: number, shownAt: string) =>
    hidden > 0 && (
      <span aria-hidden="true" className={`ms-0.5 font-semibold text-fine text-ink-soft ${shownAt}`}>
        +{hidden}
      </span>
    );
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="relative flex h-11 min-w-9 shrink-0 items-center justify-center rounded-control px-0.5 hover:bg-sunken"
        >
          <span className="sr-only">{label}</span>
          {people.slice(0, MOST_SHOWN).map(([first], index) => (
            <Badge key={first?.id} of={first} className={index > 0 ? '-ms-2 @max-[60rem]:hidden' : ''} />
          ))}
          {more(people.length - MOST_SHOWN, '@max-[60rem]:hidden')}
          {more(people.length - 1, '@max-[20rem]:hidden @min-[60rem]:hidden')}
        </button>
      }
    >
      <MenuHeading>{t('label')}</MenuHeading>
      {people.flat().map((entry) => (
        <MenuItem key={`${entry.id} ${entry.language}`} onSelect={() => onGo(entry)}>
          <Badge of={entry} />
          {tell(entry)}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The initials of a person in their colour. */
function Badge({ of, className = '' }: { of: Presence | undefined; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`caret-badge caret-${of?.color ?? 0} grid size-8 shrink-0 place-items-center rounded-full border-2 border-surface font-semibold text-[0.75rem] ${className}`}
    >
      {initialsOf(of?.name ?? '')}
    </span>
  );
}

/** If a person is active in one language, only that entry is shown. */
function byPerson(present: readonly Presence[]): Map<string, Presence[]> {
  const people = Map.groupBy(present, ({ id }) => id);
  for (const [id, entries] of people) {
    const placed = entries.filter(({ place }) => place !== undefined);
    people.set(id, placed.length > 0 ? placed : entries.slice(0, 1));
  }
  return people;
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

interface SideSwitchProps {
  languages: { [side in TranslationSide]: EditedLanguage };
  shown: TranslationSide;
  onShow: (side: TranslationSide) => void;
}

/** Chooses the language that is shown where there is space for one. */
export function SideSwitch({ languages, shown, onShow }: SideSwitchProps) {
  const t = useTranslations('editor.page');
  return (
    <fieldset className="desk-switch flex shrink-0 gap-0.5 rounded-control border border-line">
      <legend className="sr-only">{t('languages')}</legend>
      {SIDES.map((side) => (
        <label
          key={side}
          className="relative grid h-10 min-w-10 cursor-pointer place-items-center rounded-[0.5rem] px-2 font-medium has-checked:bg-tint has-checked:text-action has-focus-visible:outline-3 has-focus-visible:outline-focus @min-[46rem]:px-3"
        >
          <input
            type="radio"
            name="shown"
            value={side}
            checked={shown === side}
            onChange={() => onShow(side)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span aria-hidden="true" className="uppercase @min-[46rem]:@max-[56rem]:hidden">
            {languages[side].code}
          </span>
          <span className="block first-letter:uppercase @max-[46rem]:sr-only @min-[56rem]:sr-only">
            {languages[side].name}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface WorkButtonProps {
  desk: TranslationDesk;
  /** The name of the translation's language. */
  language: string;
  onNext: () => void;
}

/** Goes to the next part that is missing or out of date, and says how many there are. */
export function WorkButton({ desk, language, onNext }: WorkButtonProps) {
  const t = useTranslations('editor.translation');
  const state = useSyncExternalStore(desk.state.subscribe, desk.state.read);
  if (!state) return null;
  const { missing, stale, moved, extra } = state.counts;
  if (missing > 0 && !isBegun(state)) {
    return (
      <span className="inline-block shrink-0 whitespace-nowrap px-1 text-fine text-ink-soft first-letter:uppercase @max-5xl:sr-only">
        {t('notBegun', { language })}
      </span>
    );
  }
  if (missing + stale + moved + extra === 0) {
    return (
      <span
        title={t('allCurrent')}
        className="inline-flex shrink-0 items-center gap-1 whitespace-nowrap px-1 text-fine text-success @max-[31rem]:sr-only"
      >
        <Icon icon={doneIcon} />
        <span className="@max-5xl:sr-only">{t('allCurrent')}</span>
      </span>
    );
  }
  const summary = t('summary', { missing, stale, moved, extra }).trim();
  if (missing + stale === 0) {
    return <span className="shrink-0 whitespace-nowrap px-1 text-fine text-ink-soft @max-5xl:sr-only">{summary}</span>;
  }
  return (
    <button type="button" className={toolButtonStyle('quiet')} title={summary} onClick={onNext}>
      <Icon icon={nextIcon} className="rtl:-scale-x-100" />
      <span className="@max-5xl:sr-only">{t('next')}</span>
      <span aria-hidden="true" className="rounded-full bg-sunken px-2 text-fine text-ink tabular-nums @max-4xl:hidden">
        {missing + stale}
      </span>
      <span className="sr-only">{summary}</span>
    </button>
  );
}

/** Opens the form of what all languages share; in the menu where there is no room for it. */
export function FieldsButton({ onFields }: { onFields: () => void }) {
  const t = useTranslations('editor.page');
  return (
    <Tooltip text={t('fields')} className="@min-[76rem]:hidden">
      <button
        type="button"
        className="inline-flex h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2 font-medium text-ink-soft hover:bg-sunken hover:text-ink @max-[31rem]:hidden"
        onClick={() => onFields()}
      >
        <Icon icon={fieldsIcon} className="text-[1.125rem]" />
        <span className="@max-[76rem]:sr-only">{t('fields')}</span>
      </button>
    </Tooltip>
  );
}

interface MenuEntriesProps {
  /** Missing where the form stands on the page. */
  onFields: (() => void) | undefined;
  onAlone: () => void;
  onHelp: () => void;
}

/** The editor's own entries of the menu. */
export function MenuEntries({ onFields, onAlone, onHelp }: MenuEntriesProps) {
  const t = useTranslations('editor.page');
  const tTools = useTranslations('editor.tools');
  const [onMac] = useState(isMac);
  return (
    <>
      {onFields && (
        <div className="@min-[31rem]:hidden">
          <MenuItem icon={fieldsIcon} onSelect={onFields}>
            {t('fields')}
          </MenuItem>
        </div>
      )}
      <MenuItem icon={aloneIcon} onSelect={onAlone}>
        {tTools('withKeys', { label: t('alone'), keys: formatShortcut(SHORTCUTS.alone, onMac) })}
      </MenuItem>
      <MenuItem icon={helpIcon} onSelect={onHelp}>
        {tTools('withKeys', { label: t('help'), keys: formatShortcut(SHORTCUTS.help, onMac) })}
      </MenuItem>
    </>
  );
}
