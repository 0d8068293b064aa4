import { parseJson } from '#core/json/parse-json.ts';

/** What begins or ends a block in the text of a post, or is all of one. */
interface Delimiter {
  kind: 'opening' | 'closing' | 'empty';
  /** Without `core/`. */
  name: string;
  attributes: { [name: string]: unknown };
  at: number;
  end: number;
}

/** A block without its contents. */
export type BlockHead = Pick<Delimiter, 'name' | 'attributes' | 'at'>;

/** The attributes of a block may have the end of a comment in a text: so many are tried. */
const MOST_ENDS = 10;

/**
 * The delimiters of blocks. Source: the block grammar of WordPress's Block Editor Handbook:
 * `<!-- wp:name {"attribute": …} -->`, `<!-- /wp:name -->` and, for a block without contents, `<!-- wp:name {…} /-->`.
 */
function* delimitersOf(text: string): Generator<Delimiter> {
  const opening = /<!--\s{1,100}(\/?)wp:(?:core\/)?([a-z][\w-]*(?:\/[a-z][\w-]*)?)\s/g;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [sign, closes, name = ''] = found;
    const from = found.index + sign.length;
    // WordPress escapes what would begin or end a comment; others may not.
    const next = text.indexOf('<!--', from);
    const part = text.slice(from, next < 0 ? text.length : next);
    let end = -1;
    let read: ReturnType<typeof readAttributes>;
    for (let tries = 0; !read && tries < MOST_ENDS; tries++) {
      end = part.indexOf('-->', end + 1);
      if (end < 0) break;
      read = readAttributes(part.slice(0, end));
    }
    if (!read) continue;
    end += from;
    opening.lastIndex = end + 3;
    const kind = closes ? 'closing' : read.isEmpty ? 'empty' : 'opening';
    yield { kind, name, attributes: read.attributes, at: found.index, end: end + 3 };
  }
}

/** What stands between the name of a block and the end of its comment; `undefined` if that is no JSON. */
function readAttributes(text: string): { attributes: Delimiter['attributes']; isEmpty: boolean } | undefined {
  const trimmed = text.trim();
  const isEmpty = trimmed.endsWith('/');
  const json = isEmpty ? trimmed.slice(0, -1).trim() : trimmed;
  if (json === '') return { attributes: {}, isEmpty };
  try {
    const value: unknown = parseJson(json);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { attributes: value as Delimiter['attributes'], isEmpty } : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the blocks without contents. */
export function replaceEmptyBlocks(text: string, replace: (block: BlockHead, whole: string) => string): string {
  let [replaced, from] = ['', 0];
  for (const { kind, at, end, ...block } of delimitersOf(text)) {
    if (kind !== 'empty') continue;
    replaced += text.slice(from, at) + replace({ ...block, at }, text.slice(at, end));
    from = end;
  }
  return replaced + text.slice(from);
}

/**
 * Replaces the contents of blocks, from the inside, and what stands between them, without the delimiters. A block that nothing
 * closes ends with the one around it.
 * @param render not called for a block within one with the same name
 * @param between what stands outside of all blocks
 */
export function renderBlocks(
  text: string,
  render: (block: BlockHead, contents: string) => string,
  between: (text: string) => string,
): string {
  const open: { block: BlockHead; contents: string }[] = [];
  const names = new Map<string, number>();
  let rendered = '';
  const add = (part: string, isText: boolean) => {
    const inside = open.at(-1);
    if (inside) inside.contents += part;
    else rendered += isText ? between(part) : part;
  };
  const close = () => {
    const done = open.pop();
    if (!done) return;
    const { name } = done.block;
    const within = (names.get(name) ?? 1) - 1;
    names.set(name, within);
    add(within > 0 ? done.contents : render(done.block, done.contents), false);
  };
  let from = 0;
  for (const { kind, name, attributes, at, end } of delimitersOf(text)) {
    add(text.slice(from, at), true);
    from = end;
    if (kind === 'opening') {
      open.push({ block: { name, attributes, at }, contents: '' });
      names.set(name, (names.get(name) ?? 0) + 1);
    } else if (kind === 'closing' && (names.get(name) ?? 0) > 0) {
      while (open.at(-1)?.block.name !== name) close();
      close();
    }
  }
  add(text.slice(from), true);
  while (open.length > 0) close();
  return rendered;
}
