import { type ElementType, type HTMLAttributes, type Ref, useLayoutEffect } from 'react';

interface ScrollLockProps extends HTMLAttributes<HTMLElement> {
  as: ElementType;
  ref?: Ref<HTMLElement>;
  enabled?: boolean;
  /** These three belong to the package that this stands in for, and say nothing here. */
  allowPinchZoom?: boolean;
  shards?: unknown;
  noIsolation?: boolean;
}

let locks = 0;

/**
 * Keeps the page from scrolling while a dialog is over it. Stands in for `react-remove-scroll` in Radix: that one writes
 * a style element, which the product's Content-Security-Policy refuses; this one sets properties, which it allows. It
 * imports nothing of Radix, which imports it: in development that circle would run Radix before its own parts are there.
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
