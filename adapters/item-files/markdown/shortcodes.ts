import { lineTeller, replaceEnclosed } from '../one-pass.ts';
import { changeOutsideCode } from './outside-code.ts';

/** Tells what became of something on a line of the text. `isKept` if it has become something equal. */
export type TellChange = (line: number, message: string, isKept?: boolean) => void;

const SHORTCODE = /\{\{[<%]((?:[^"{}]|"[^"]*")*?)[>%]\}\}/g;
const NAME = /^(\/?)\s*(\w[\w./-]*)([\s\S]*)$/;
/** A shortcode that is shown, not run. */
const SHOWN = /\{\{([<%])\/\*/g;
const ARGUMENT = /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|([^\s"]+))/g;

const VIDEOS = new Map([
  ['youtube', 'https://www.youtube.com/watch?v='],
  ['vimeo', 'https://vimeo.com/'],
]);

/** Replaces Hugo's shortcodes by HTML and Markdown: pictures, code, videos as links, references. Contents of others stay. */
export function replaceShortcodes(markdown: string, tell: TellChange): string {
  if (!markdown.includes('{{')) return markdown;
  return changeOutsideCode(markdown, (stretch, firstLine) => {
    const lineAt = lineTeller(stretch);
    const replaced = stretch.replace(SHORTCODE, (whole, inner: string, at: number) => {
      const [, closes, name, rest = ''] = NAME.exec(inner.trim()) ?? [];
      if (name === undefined) return whole;
      const line = firstLine + lineAt(at) - 1;
      const { named, first } = readArguments(rest.endsWith('/') ? rest.slice(0, -1) : rest);
      const text = replacement(name, closes === '/', named, first, (message, isKept) => tell(line, message, isKept));
      return text + '\n'.repeat(lineBreaks(whole));
    });
    const closingOf = ([, sign]: RegExpExecArray) => `*/${sign === '<' ? '>' : '%'}}}`;
    return replaceEnclosed(
      replaced,
      SHOWN,
      closingOf,
      ({ text }) => `${text.slice(0, 3)}${text.slice(5, -5)}${text.slice(-3)}`,
    );
  });
}

/** Puts the numbers of footnotes up, where they are and before their texts, which stay where they stand. */
export function replaceFootnotes(markdown: string, tell: TellChange): string {
  if (!markdown.includes('[^')) return markdown;
  return changeOutsideCode(markdown, (stretch, firstLine) =>
    stretch
      .split('\n')
      .map((line, index) => {
        if (/^\[\^[^[\]\s]+\]:/.test(line)) tell(firstLine + index, 'a footnote becomes part of the text', true);
        return line
          .replace(/^\[\^([^[\]\s]+)\]:[ \t]*/, '<sup>$1</sup> ')
          .replace(/\[\^([^[\]\s]+)\]/g, '<sup>$1</sup>');
      })
      .join('\n'),
  );
}

function replacement(
  name: string,
  closes: boolean,
  named: { [name: string]: string },
  first: string,
  tell: (message: string, isKept?: boolean) => void,
): string {
  if (name === 'highlight') return closes ? '```' : `\`\`\`${first}`;
  if (name === 'ref' || name === 'relref') return named.path ?? first;
  if (closes) return '';
  if (name === 'figure' || name === 'img' || name === 'image') {
    const caption = named.caption ?? named.title;
    const words = caption ? `<figcaption>${escapeHtml(caption)}</figcaption>` : '';
    const alt = named.alt === undefined ? '' : ` alt="${escapeHtml(named.alt)}"`;
    return `<figure><img src="${escapeHtml(named.src ?? first)}"${alt}>${words}</figure>`;
  }
  const video = VIDEOS.get(name);
  const id = named.id ?? first;
  if (video && id) {
    tell(`the shortcode "${name}" becomes a link`, true);
    return `[${video}${id}](${video}${id})`;
  }
  tell(`the shortcode "${name}" is left out; what stands inside it stays`);
  return '';
}

function readArguments(text: string): { named: { [name: string]: string }; first: string } {
  const named: { [name: string]: string } = {};
  let first: string | undefined;
  for (const [, name, quoted, plain] of text.matchAll(ARGUMENT)) {
    const value = quoted ?? plain ?? '';
    if (name) named[name] = value;
    else first ??= value;
  }
  return { named, first: first ?? '' };
}

export function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
