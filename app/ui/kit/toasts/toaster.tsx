import { Toast as RadixToast } from 'radix-ui';
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslations } from 'use-intl';
import errorIcon from '~icons/lucide/circle-alert';
import successIcon from '~icons/lucide/circle-check';
import infoIcon from '~icons/lucide/info';
import warningIcon from '~icons/lucide/triangle-alert';
import closeIcon from '~icons/lucide/x';
import { Icon } from '../../icon.tsx';
import { buttonStyle, iconButtonStyle } from '../button-style.ts';
import { type FocusPath, focusAlong, focusPath } from '../return-focus.ts';
import { checkToastLabel } from './check-toast.ts';
import { TOAST_DURATION, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD, type Toast, type ToastTone } from './toast.ts';
import { createToastStore, reportMisuse, type ToastStore } from './toast-store.ts';

const TONES: { [tone in ToastTone]: { icon: typeof infoIcon; color: string; edge: string } } = {
  info: { icon: infoIcon, color: 'text-action', edge: 'border-s-action' },
  success: { icon: successIcon, color: 'text-success', edge: 'border-s-success' },
  warning: { icon: warningIcon, color: 'text-warning', edge: 'border-s-warning' },
  error: { icon: errorIcon, color: 'text-danger', edge: 'border-s-danger' },
};

const ToastContext = createContext<ToastStore | undefined>(undefined);

/** The toasts of this window. @throws Error outside a `Toaster` */
export function useToasts(): ToastStore {
  const store = useContext(ToastContext);
  if (!store) throw new Error('There is no toaster around this component');
  return store;
}

/**
 * Provides toasts for everything inside it.
 *
 * @param label announced before each toast; must not be empty. Default: the translated "Notification"
 */
export function Toaster({ label, children }: { label?: string; children: ReactNode }) {
  const t = useTranslations('kit.toast');
  const [store] = useState(() => createToastStore());
  const inBrowser = useInBrowser();
  return (
    <ToastContext value={store}>
      {children}
      {inBrowser && <Toasts store={store} label={checkToastLabel(label ?? t('label'), reportMisuse)} />}
    </ToastContext>
  );
}

function Toasts({ store, label }: { store: ToastStore; label: string }) {
  const t = useTranslations('kit.toast');
  const toasts = useSyncExternalStore(store.subscribe, store.read, store.read);
  const round = useRound(toasts.length === 0);
  return (
    <RadixToast.Provider
      key={round}
      label={label}
      duration={TOAST_DURATION}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.round} toast={toast} onClose={() => store.close(toast.id)} />
      ))}
      <ToastViewport label={t('region', { key: TOAST_HOTKEY })} />
    </RadixToast.Provider>
  );
}

/** False in the server's document, where Radix would write style attributes that the page's policy refuses. */
function useInBrowser(): boolean {
  const [inBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return inBrowser;
}

/**
 * Counts how often the list of toasts became empty. Radix stays paused forever if the last toast is removed while hovered or
 * focused, so a new provider is mounted each time.
 */
function useRound(empty: boolean): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!empty) return () => setRound((before) => before + 1);
    return undefined;
  }, [empty]);
  return round;
}

/** One toast. Radix handles the timer, pausing, swipes and Escape; the tone is announced before the title. */
function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const t = useTranslations('kit.toast');
  const { title, description, action } = toast;
  const { icon, color, edge } = TONES[toast.tone];
  return (
    <RadixToast.Root
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      type={toast.type}
      duration={toast.duration}
      className={`toast-motion flex items-start gap-3 rounded-card border border-line border-s-4 ${edge} bg-raised py-2 ps-4 pe-2 text-ink shadow-lg`}
    >
      <Icon icon={icon} className={`mt-[0.7rem] text-[1.25rem] ${color}`} />
      <div className="min-w-0 grow py-2">
        <RadixToast.Title className="font-semibold leading-snug">
          <span className="sr-only">{t(toast.tone)} </span>
          {title}
        </RadixToast.Title>
        {description && (
          <RadixToast.Description className="mt-0.5 max-h-[50dvh] overflow-y-auto whitespace-pre-line wrap-break-word text-fine text-ink-soft">{` ${description}`}</RadixToast.Description>
        )}
        {action && (
          <RadixToast.Action
            altText={action.altText}
            onClick={action.onAction}
            className={`mt-2 ${buttonStyle('plain')}`}
          >
            {action.label}
          </RadixToast.Action>
        )}
      </div>
      <RadixToast.Close aria-label={t('close')} className={iconButtonStyle}>
        <Icon icon={closeIcon} />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/**
 * The region of toasts: at the bottom of a phone, in the lower corner of a larger screen, 16 px apart. If it is unmounted while
 * focused, the focus returns to its previous element.
 */
function ToastViewport({ label }: { label: string }) {
  const viewport = useRef<HTMLOListElement>(null);
  const cameFrom = useRef<FocusPath>([]);
  useLayoutEffect(() => {
    const list = viewport.current;
    return () => {
      if (list === document.activeElement) focusAlong(cameFrom.current);
    };
  }, []);
  function remember({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = focusPath(relatedTarget);
  }
  return (
    <RadixToast.Viewport
      ref={viewport}
      label={label}
      hotkey={[TOAST_HOTKEY]}
      onFocus={remember}
      className="fixed inset-x-0 bottom-0 z-60 m-0 flex max-h-dvh list-none flex-col gap-[16px] overflow-x-clip p-4 outline-none focus-visible:outline-none sm:start-auto sm:w-[26rem]"
    />
  );
}
