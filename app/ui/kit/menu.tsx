import { DropdownMenu } from 'radix-ui';
import { createContext, type ReactElement, type ReactNode, type RefObject, useContext, useRef } from 'react';
import { Link } from 'react-router';
import checkIcon from '~icons/lucide/check';
import type { IconData } from '../../context/context.ts';
import { Icon } from '../icon.tsx';
import { focusPath, returnFocus } from './return-focus.ts';

const ITEM =
  'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-[0.375rem] px-3 outline-none data-[highlighted]:bg-tint data-[disabled]:opacity-60';

/** The button of the menu around an item. */
const TriggerContext = createContext<RefObject<HTMLButtonElement | null> | undefined>(undefined);

interface MenuProps {
  /** A button with an accessible name. */
  trigger: ReactElement;
  /** The edge of the trigger that the menu is aligned with. */
  align?: 'start' | 'end';
  /** Called after closing; prevent the event to keep the focus from returning to the trigger. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
}

/**
 * A button that opens a list of actions, links or choices. The list is rendered beside the button in the DOM, inside its
 * landmark.
 */
export function Menu({ trigger, align = 'end', onCloseAutoFocus, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger ref={button} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        onCloseAutoFocus={onCloseAutoFocus ?? ((event) => returnFocus(event, focusPath(button.current)))}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="fade-motion z-50 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-[13rem] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-lg"
      >
        <TriggerContext value={button}>{children}</TriggerContext>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** A heading for the items below it; not an item. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-3 py-2 text-fine text-ink-soft">{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-1 my-1.5 h-px bg-line" />;
}

export function MenuLink({ to, icon, children }: { to: string; icon?: IconData; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={`${ITEM} text-ink`}>
        {icon && <Icon icon={icon} className="text-[1.125rem] text-ink-soft" />}
        {children}
      </Link>
    </DropdownMenu.Item>
  );
}

interface MenuItemProps {
  icon?: IconData;
  tone?: 'plain' | 'danger';
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, tone = 'plain', disabled = false, onSelect, children }: MenuItemProps) {
  const color = tone === 'danger' ? 'text-danger' : 'text-ink';
  const trigger = useContext(TriggerContext);
  // The item is gone soon: from a dialog that it opens, the focus returns to the menu's button.
  function select() {
    trigger?.current?.focus();
    onSelect();
  }
  return (
    <DropdownMenu.Item onSelect={select} disabled={disabled} className={`${ITEM} ${color}`}>
      {icon && <Icon icon={icon} className="text-[1.125rem]" />}
      {children}
    </DropdownMenu.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: IconData }[];
  onChange: (value: Value) => void;
}

/** A radio group inside of a menu. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)} aria-label={label}>
      <MenuHeading>{label}</MenuHeading>
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} value={option.value} className={`${ITEM} text-ink`}>
          {option.icon && <Icon icon={option.icon} className="text-[1.125rem] text-ink-soft" />}
          {option.label}
          <DropdownMenu.ItemIndicator className="ms-auto text-action">
            <Icon icon={checkIcon} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
