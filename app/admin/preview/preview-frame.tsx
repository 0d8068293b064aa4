import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { PREVIEW_WIDTHS, type PreviewWidth } from './read-preview.ts';

interface PreviewFrameProps {
  /** The address of the page in the frame. */
  href: string;
  /** Changes with the page. */
  version: number;
  title: string;
  width: PreviewWidth;
}

/**
 * A page in a frame of a given width, scaled down if there is too little space. A changed page is loaded in a hidden frame,
 * which replaces the visible one at the same scroll position when loaded; further changes are loaded after that, so that a slow
 * page is shown even while somebody types.
 */
export function PreviewFrame({ href, version, title, width }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const room = useWidth(box);
  const wanted = `${href} ${version}`;
  const [shown, setShown] = useState(wanted);
  const [loading, setLoading] = useState<string>();
  if (loading === undefined && shown !== wanted) setLoading(wanted);
  const frames = useRef(new Map<string, HTMLIFrameElement>());
  const pixels = PREVIEW_WIDTHS[width];
  const scale = room === undefined ? undefined : Math.min(1, room / pixels);

  function show(key: string) {
    const before = frames.current.get(shown)?.contentWindow;
    const next = frames.current.get(key);
    next?.contentWindow?.scrollTo(0, before?.scrollY ?? 0);
    setShown(key);
    setLoading(undefined);
  }

  return (
    <div ref={box} className="relative h-[45rem] overflow-hidden rounded-card border border-line bg-sunken">
      {[...new Set([shown, loading ?? shown])].map((key) => (
        <iframe
          key={key}
          ref={(element) => {
            if (element) frames.current.set(key, element);
            else frames.current.delete(key);
          }}
          src={href}
          title={title}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          aria-hidden={key !== shown}
          tabIndex={key === shown ? 0 : -1}
          onLoad={() => key === loading && show(key)}
          className={`h-full w-full border-0 bg-white ${key === shown ? 'mx-auto block' : 'invisible absolute'}`}
          // Only on the client: the page's policy forbids inline styles in the document.
          {...(scale !== undefined && { style: sizeOf(pixels, scale) })}
        />
      ))}
    </div>
  );
}

function sizeOf(pixels: number, scale: number): CSSProperties {
  const size = { width: pixels, height: `${100 / scale}%`, maxWidth: 'none' };
  return scale < 1 ? { ...size, marginInline: 0, transform: `scale(${scale})`, transformOrigin: '0 0' } : size;
}

/** The width of an element; unknown on the server. */
function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
