import { type ElementType, type HTMLAttributes, type Ref, useLayoutEffect } from 'react';

interface ScrollLockProps extends HTMLAttributes<HTMLElement> {
  as: ElementType;
  ref?: Ref<HTMLElement>;
  enabled?: boolean;
  /** Props of the replaced package, without effect here. */
  allowPinchZoom?: boolean;
  shards?: unknown;
  noIsolation?: boolean;
}

/** Open dialogs. Module state, because they lock the one document, and Radix renders this component without a provider. */
let locks = 0;

/**
 * Prevents the page from scrolling behind a dialog. Replaces `react-remove-scroll` in Radix, which writes a style element that
 * the product's Content-Security-Policy refuses; this one sets properties, which are allowed. Must not import Radix, which
 * imports it: in development, that cycle would run Radix before its dependencies.
 */
export function RemoveScroll({
  as: Element,
  enabled = true,
  allowPinchZoom: _zoom,
  shards: _shards,
  noIsolation: _isolation,
  ...rest
}: ScrollLockProps) {
  useLayoutEffect(() => {
    if (!enabled) return;
    lock();
    return unlock;
  }, [enabled]);
  return <Element {...rest} />;
}

function lock() {
  locks += 1;
  if (locks > 1) return;
  const { documentElement, body } = document;
  const scrollbar = window.innerWidth - documentElement.clientWidth;
  if (scrollbar > 0) body.style.paddingInlineEnd = `${scrollbar}px`;
  documentElement.style.overflow = 'hidden';
}

function unlock() {
  locks -= 1;
  if (locks > 0) return;
  document.documentElement.style.removeProperty('overflow');
  document.body.style.removeProperty('padding-inline-end');
}
