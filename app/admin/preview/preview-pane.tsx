import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { type FetchFailure, fetchJson } from '../fetch-json.ts';
import type { PreviewData } from './read-preview.ts';

/** Widths of the preview in pixels. */
const PREVIEW_WIDTHS = { phone: 390, desktop: 1280 } as const;

export type PreviewWidth = keyof typeof PREVIEW_WIDTHS;

/** Milliseconds before a failed request is retried. */
const RETRY = 2_000;

/** Why a version may be outdated. On `ended` (no longer signed in or allowed) and `gone` (item deleted), polling stops. */
type VersionFailure = 'lost' | 'ended' | 'gone';

const FAILURES: { [failure in FetchFailure]: VersionFailure } = {
  ended: 'ended',
  forbidden: 'ended',
  gone: 'gone',
  failed: 'lost',
};

interface PreviewFrameProps {
  /** The address of the page in the frame. */
  href: string;
  /** Changes with the page. */
  version: number;
  title: string;
  width: PreviewWidth;
}

const WIDTHS: PreviewWidth[] = ['desktop', 'phone'];

/** A live preview of the page. Without script, it shows the state when it was opened. */
export function PreviewPane({ data }: { data: PreviewData }) {
  const t = useTranslations('publishing.preview');
  const [language, setLanguage] = useState(data.language);
  const [width, setWidth] = useState(data.width);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const { version, failure } = useItemVersion(`${data.paths.preview}/changes`, data.version);
  const shown = data.languages.find(({ code }) => code === language) ?? data.languages[0];
  if (!shown) return null;
  return (
    <div className="mt-4 grid gap-3">
      <Form className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <Choice
          legend={t('language')}
          name="language"
          options={data.languages.map(({ code, name }) => ({ value: code, label: name }))}
          value={shown.code}
          onChoose={setLanguage}
        />
        <Choice
          legend={t('width')}
          name="width"
          options={WIDTHS.map((value) => ({ value, label: t(value) }))}
          value={width}
          onChoose={(value) => setWidth(value === 'phone' ? 'phone' : 'desktop')}
        />
        <div className="hidden noscript:block">
          <SubmitButton tone="plain">{t('show')}</SubmitButton>
        </div>
        <a
          href={shown.frameHref}
          target="_blank"
          rel="noopener"
          className="link-quiet inline-flex min-h-11 items-center text-action"
        >
          {t('open')}
        </a>
      </Form>
      <p className="text-fine text-ink-soft">{t(isLive ? 'live' : 'static')}</p>
      <p role="status" className="font-medium text-fine text-warning empty:sr-only">
        {failure && t(failure)}
      </p>
      <PreviewFrame
        key={shown.code}
        href={shown.frameHref}
        version={version}
        title={t('frame', { language: shown.name })}
        width={width}
      />
    </div>
  );
}

interface ChoiceProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}

function Choice({ legend, name, options, value, onChoose }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-fine">{legend}</legend>
      <div className="flex gap-1 rounded-control border border-line p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="grid min-h-11 cursor-pointer place-items-center rounded-[0.375rem] px-3 font-medium has-checked:bg-tint has-checked:text-action has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className="sr-only"
            />
            <span className="block first-letter:uppercase">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * A page in a frame of a given width, scaled down if there is too little space. A changed page is loaded in a hidden frame,
 * which replaces the visible one at the same scroll position when loaded; further changes are loaded after that, so that a slow
 * page is shown even while somebody types.
 */
function PreviewFrame({ href, version, title, width }: PreviewFrameProps) {
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

/**
 * The version of an item, polled from the server. @param changesHref returns the version, once it has changed
 * @param known the version that the page was loaded with
 */
function useItemVersion(
  changesHref: string,
  known: number,
): {
  version: number;
  failure: VersionFailure | undefined;
} {
  const [version, setVersion] = useState(known);
  const [failure, setFailure] = useState<VersionFailure>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let current = known;
    const follow = async () => {
      while (!signal.aborted) {
        const answer = await fetchJson<{ version: number }>(`${changesHref}?after=${current}`, { signal });
        if (signal.aborted) return;
        if ('data' in answer) {
          current = answer.data.version;
          setFailure(undefined);
          setVersion(current);
          continue;
        }
        const why = FAILURES[answer.failure];
        setFailure(why);
        if (why !== 'lost') return;
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    };
    void follow();
    return () => controller.abort();
  }, [changesHref, known]);
  return { version, failure };
}
