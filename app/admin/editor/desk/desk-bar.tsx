import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import backIcon from '~icons/lucide/chevron-left';
import savedIcon from '~icons/lucide/cloud-check';
import offlineIcon from '~icons/lucide/cloud-off';
import savingIcon from '~icons/lucide/cloud-upload';
import moreIcon from '~icons/lucide/ellipsis';
import versionsIcon from '~icons/lucide/history';
import helpIcon from '~icons/lucide/keyboard';
import aloneIcon from '~icons/lucide/maximize';
import fieldsIcon from '~icons/lucide/sliders-horizontal';
import warningIcon from '~icons/lucide/triangle-alert';
import type { IconData } from '../../../context/context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { Menu, MenuItem, MenuLink } from '../../../ui/kit/menu.tsx';
import { Tooltip } from '../../../ui/kit/tooltip.tsx';
import { SiteLink } from '../../../ui/site-link.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import type { OpenItem } from '../drafts/open-item.ts';
import { type Presence, usePresence } from '../drafts/presence.ts';
import { type SaveState, saveStateOf, worstOf } from '../drafts/save-state.ts';
import { formatShortcut, isMac, SHORTCUTS } from '../text/shortcuts.ts';
import { SIDES, type TranslationSide } from '../translation/translation-desk.ts';

interface SideSwitchProps {
  languages: { [side in TranslationSide]: EditedLanguage };
  shown: TranslationSide;
  onShow: (side: TranslationSide) => void;
}

interface MoreActionsProps {
  onFields: () => void;
  onAlone: () => void;
  onHelp: () => void;
}

const ICONS: { [state in SaveState]: IconData } = {
  opening: savingIcon,
  saved: savedIcon,
  saving: savingIcon,
  offline: offlineIcon,
  unkept: warningIcon,
  ended: warningIcon,
  refused: warningIcon,
};

interface DeskBarProps {
  /** At the start: the save state, and who else is here. */
  children?: ReactNode;
  /** At the end: what can be done with the item. */
  actions?: ReactNode;
}

/** The row above the texts, which stays in view. It holds the page's heading for screen readers: the title is a field below. */
export function DeskBar({ children, actions }: DeskBarProps) {
  const { title, typesLabel, paths } = useDesk();
  return (
    <div
      data-desk-bar
      className="@container sticky top-0 z-30 -mx-4 border-line border-b bg-surface px-4 max-[21rem]:px-1 sm:-mx-6 sm:px-6"
    >
      <h1 className="sr-only">{title}</h1>
      <div className="flex min-h-[calc(var(--desk-bar)-1px)] items-center gap-0.5 sm:gap-3">
        <SiteLink
          to={paths.list}
          className="link-quiet inline-flex min-h-11 min-w-11 shrink-0 items-center gap-1 font-medium text-ink-soft hover:text-ink max-sm:hidden"
        >
          <Icon icon={backIcon} className="rtl:-scale-x-100" />
          <span className="@max-5xl:sr-only">{typesLabel}</span>
        </SiteLink>
        {children}
        <div className="ms-auto flex shrink-0 items-center gap-0.5 sm:gap-2">{actions}</div>
      </div>
    </div>
  );
}

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

/** The other people who have the item open: initials, and a description of where they are. */
export function PresenceList({ open }: { open: OpenItem }) {
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
  if (present.length === 0) return null;
  return (
    <ul aria-label={t('label')} className="flex flex-wrap gap-1">
      {[...byPerson(present)].map(([id, entries]) => (
        <li key={id}>
          <Tooltip text={entries.map(tell).join(' · ')}>
            <span
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip with the person's place must be reachable by keyboard
              tabIndex={0}
              role="img"
              aria-label={entries.map(tell).join('; ')}
              className={`caret-badge caret-${entries[0]?.color ?? 0} grid size-9 place-items-center rounded-full font-semibold text-fine`}
            >
              {initialsOf(entries[0]?.name ?? '')}
            </span>
          </Tooltip>
        </li>
      ))}
    </ul>
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

/** What is needed less often: versions, the text alone, the shortcuts. */
export function MoreActions({ onFields, onAlone, onHelp }: MoreActionsProps) {
  const t = useTranslations('editor.page');
  const tTools = useTranslations('editor.tools');
  const { paths } = useDesk();
  const [onMac] = useState(isMac);
  return (
    <Menu
      trigger={
        <button type="button" aria-label={t('more')} className={iconButtonStyle}>
          <Icon icon={moreIcon} />
        </button>
      }
    >
      {/* Where there is space, details and versions are buttons of their own. */}
      <div className="@min-[20.5rem]:hidden">
        <MenuItem icon={fieldsIcon} onSelect={onFields}>
          {t('fields')}
        </MenuItem>
      </div>
      <div className="@min-3xl:hidden">
        <MenuLink icon={versionsIcon} to={paths.revisions}>
          {t('versions')}
        </MenuLink>
      </div>
      <MenuItem icon={aloneIcon} onSelect={onAlone}>
        {tTools('withKeys', { label: t('alone'), keys: formatShortcut(SHORTCUTS.alone, onMac) })}
      </MenuItem>
      <MenuItem icon={helpIcon} onSelect={onHelp}>
        {tTools('withKeys', { label: t('help'), keys: formatShortcut(SHORTCUTS.help, onMac) })}
      </MenuItem>
    </Menu>
  );
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
          className="relative grid min-h-11 min-w-11 cursor-pointer place-items-center rounded-[0.5rem] px-2 font-medium has-checked:bg-tint has-checked:text-action has-focus-visible:outline-3 has-focus-visible:outline-focus sm:px-3"
        >
          <input
            type="radio"
            name="shown"
            value={side}
            checked={shown === side}
            onChange={() => onShow(side)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span aria-hidden="true" className="uppercase sm:hidden">
            {languages[side].code}
          </span>
          <span className="block first-letter:uppercase max-sm:sr-only">{languages[side].name}</span>
        </label>
      ))}
    </fieldset>
  );
}
