import { Command as Cmdk } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import searchIcon from '~icons/lucide/search';
import type { IconData } from '../../../context/context.ts';
import { Icon } from '../../icon.tsx';
import { overlayStyle } from '../dialog.tsx';
import { plainKey, refuseModifiedEnter } from '../plain-key.ts';
import { useFocusReturn } from '../return-focus.ts';
import { matchCommand } from './match-command.ts';

/** A command of the palette: a link or a function. */
type Command = {
  /** Unique among all groups. */
  id: string;
  label: string;
  /** Further search words. */
  keywords?: string[];
  icon?: IconData;
} & ({ href: string } | { run(): void });

export interface CommandGroup {
  id: string;
  label: string;
  commands: Command[];
}

interface CommandPaletteProps {
  groups: readonly CommandGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called with the typed text, for example to search on the server. */
  onTyped?: (text: string) => void;
}

/** The command palette: finds a page or an action by typing, and opens or runs it. */
export function CommandPalette({ groups, open, onOpenChange, onTyped }: CommandPaletteProps) {
  const t = useTranslations('admin.palette');
  const navigate = useNavigate();
  const focusReturn = useFocusReturn();
  function perform(command: Command) {
    onOpenChange(false);
    if ('href' in command) void navigate(command.href);
    else command.run();
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayStyle} />
        <Dialog.Content
          aria-describedby={undefined}
          {...focusReturn}
          // Radix moves the focus first, and listens for Escape only after a further render.
          onKeyDown={(event) => {
            if (plainKey(event) === 'Escape') onOpenChange(false);
          }}
          onEscapeKeyDown={(event) => {
            if (plainKey(event) === undefined) event.preventDefault();
          }}
          className="rise-motion fixed inset-x-3 top-[min(12vh,7rem)] z-50 mx-auto max-w-xl overflow-hidden rounded-card border border-line bg-raised text-ink shadow-xl"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <Cmdk label={t('title')} loop vimBindings={false} filter={score} onKeyDown={refuseModifiedEnter}>
            <div className="flex items-center gap-3 border-line border-b px-4">
              <Icon icon={searchIcon} className="text-[1.25rem] text-ink-soft" />
              <Cmdk.Input
                placeholder={t('placeholder')}
                {...(onTyped && { onValueChange: onTyped })}
                className="min-h-14 grow bg-transparent outline-none placeholder:text-ink-soft"
              />
            </div>
            <Cmdk.List label={t('results')} className="max-h-[min(24rem,60vh)] overflow-y-auto p-2">
              {groups.map((group) => (
                <Cmdk.Group
                  key={group.id}
                  heading={group.label}
                  className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-fine [&_[cmdk-group-heading]]:text-ink-soft"
                >
                  {group.commands.map((command) => (
                    <Cmdk.Item
                      key={command.id}
                      value={command.id}
                      keywords={[command.label, ...(command.keywords ?? [])]}
                      onSelect={() => perform(command)}
                      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 leading-snug data-[selected=true]:bg-tint"
                    >
                      {command.icon && <Icon icon={command.icon} className="text-[1.125rem] text-ink-soft" />}
                      {command.label}
                    </Cmdk.Item>
                  ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
            <div role="status">
              <Cmdk.Empty className="px-5 pt-4 pb-8 text-center text-ink-soft">{t('empty')}</Cmdk.Empty>
            </div>
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The values of items are ids, which are not searched; the label is the first keyword. */
function score(_id: string, typed: string, [label = '', ...keywords]: string[] = []): number {
  return matchCommand(label, typed, keywords);
}

/** Handles ⌘K and Ctrl K, except for repeated key events. */
export function usePaletteShortcut(onShortcut: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const shortcut = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!shortcut || event.repeat || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      onShortcut();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onShortcut]);
}
