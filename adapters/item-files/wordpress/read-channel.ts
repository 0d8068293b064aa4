import { createReadStream } from 'node:fs';
import sax from 'sax';

/** An element of an export with its text, and the line that begins on, from 1. */
export interface WxrElement {
  name: string;
  attributes: { [name: string]: string };
  text: string;
  line: number;
  children: WxrElement[];
}

/** Why a file is not an export of WordPress. */
export class NotAnExport extends Error {
  override name = 'NotAnExport';
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Elements of which only the presence matters. */
const EMPTIED = new Set(['wp:comment']);

/** Characters that XML does not allow, and some exports have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/**
 * Streams the elements of an export's channel: authors, terms and items. A document type, with which XML defines entities, is
 * refused.
 * @throws {NotAnExport}
 * @throws Error if the file cannot be read
 */
export async function* readChannel(file: string): AsyncGenerator<WxrElement> {
  const parser = sax.parser(true);
  const open: WxrElement[] = [];
  let complete: WxrElement[] = [];
  let failure: NotAnExport | undefined;
  const fail = (message: string) => {
    failure ??= new NotAnExport(parser.line + 1, message);
  };
  parser.onerror = (error) => {
    fail(`not XML: ${error.message.split('\n')[0]}`);
    parser.resume();
  };
  parser.ondoctype = () => fail('a document type is not allowed');
  parser.onopentag = ({ name, attributes }) => {
    if (open.length === 0 && name !== 'rss') fail('is not an export of WordPress (WXR)');
    open.push({
      name,
      attributes: attributes as WxrElement['attributes'],
      text: '',
      line: parser.line + 1,
      children: [],
    });
  };
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element && open.length > 2) element.text += text;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    const element = open.pop();
    if (!element) return;
    element.text = element.text.replace(/\r\n?/g, '\n').replace(CONTROLS, '');
    if (open.length === 2) complete.push(element);
    else if (open.length > 2 && !EMPTIED.has(element.name)) open.at(-1)?.children.push(element);
  };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of createReadStream(file)) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    if (failure) throw failure;
    yield* complete;
    complete = [];
  }
  parser.write(decoder.decode()).close();
  if (failure) throw failure;
  yield* complete;
}

/** The first child with a name. */
export function childOf({ children }: WxrElement, name: string): WxrElement | undefined {
  return children.find((child) => child.name === name);
}

export function textOf(element: WxrElement, name: string): string {
  return childOf(element, name)?.text.trim() ?? '';
}

/** The values of an item's metadata by key. */
export function metadataOf(item: WxrElement): Map<string, WxrElement> {
  const all = new Map<string, WxrElement>();
  for (const meta of item.children.filter(({ name }) => name === 'wp:postmeta')) {
    const value = childOf(meta, 'wp:meta_value');
    const key = textOf(meta, 'wp:meta_key');
    if (value && !all.has(key)) all.set(key, value);
  }
  return all;
}
