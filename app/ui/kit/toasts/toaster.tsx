import { Toast as RadixToast } from 'radix-ui';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { reportMisuse } from '../report-misuse.ts';
import { checkToastLabel } from './check-toast.ts';
import { TOAST_DURATION, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD } from './toast.ts';
import { ToastCard } from './toast-card.tsx';
import { createToastStore, type ToastStore } from './toast-store.ts';
import { ToastViewport } from './toast-viewport.tsx';

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
