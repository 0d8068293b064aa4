import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslations } from 'use-intl';
import { createStore, type Store } from '../kit/create-store.ts';
import { focusAlong, focusPath } from '../kit/return-focus.ts';

/** Visible, with its own or the default message; or hidden. */
type OverlayState = { visible: false } | { visible: true; message?: string };

/** Covers the whole window during an operation that must not be disturbed. */
interface LoadingOverlay {
  /** @param message what is being waited for; default: the translated `common.loading` */
  show(message?: string): void;
  /** Hides the overlay and clears its message. */
  hide(): void;
}

const HIDDEN: OverlayState = { visible: false };

type OverlayStore = ReturnType<typeof createOverlayStore>;

const OverlayContext = createContext<OverlayStore | undefined>(undefined);

/** Shows and hides the overlay of this window. @throws Error outside a `LoadingOverlayProvider` */
export function useLoadingOverlay(): LoadingOverlay {
  const store = useContext(OverlayContext);
  if (!store) throw new Error('There is no loading overlay around this component');
  return store;
}

export function LoadingOverlayProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createOverlayStore);
  return (
    <OverlayContext value={store}>
      {children}
      <Overlay store={store} />
    </OverlayContext>
  );
}

/** A modal `dialog`, which makes everything else inert. Cannot be closed by Escape or a click. */
function Overlay({ store }: { store: OverlayStore }) {
  const t = useTranslations('common');
  const state = useSyncExternalStore(store.subscribe, store.read, store.read);
  const dialog = useRef<HTMLDialogElement>(null);
  const messageId = useId();
  const { visible } = state;
  useEffect(() => {
    if (!visible) return;
    const element = dialog.current;
    const before = focusPath();
    element?.showModal();
    element?.focus();
    return () => {
      element?.close();
      focusAlong(before);
    };
  }, [visible]);
  const message = state.visible ? (state.message ?? t('loading')) : '';
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={messageId}
      aria-busy={visible}
      onCancel={refuse}
      onClose={({ currentTarget }) => {
        if (store.read().visible) currentTarget.showModal();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Tab') refuse(event);
      }}
      className="m-0 hidden h-dvh max-h-none w-screen max-w-none flex-col items-center justify-center gap-5 border-0 bg-surface/85 p-6 text-ink outline-none backdrop-blur-sm backdrop:bg-transparent open:flex focus-visible:outline-none"
    >
      <span
        aria-hidden="true"
        className="size-12 rounded-full border-4 border-line border-t-action motion-safe:animate-spin motion-reduce:border-action"
      />
      <p id={messageId} role="status" className="text-center font-medium text-lead">
        {message}
      </p>
    </dialog>
  );
}

function refuse(event: SyntheticEvent) {
  event.preventDefault();
}

export function createOverlayStore(): LoadingOverlay & Omit<Store<OverlayState>, 'write'> {
  const { read, write, subscribe } = createStore<OverlayState>(HIDDEN);
  return {
    show: (message) => write(message ? { visible: true, message } : { visible: true }),
    hide: () => write(HIDDEN),
    read,
    subscribe,
  };
}
