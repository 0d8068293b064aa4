import { parse } from 'parse5';
import { attribute, type Element, elementsIn, isElement, type Node } from './read-document.ts';

/** Of somebody who reads Spanish; the site never redirects programs by language. */
const VISITOR = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'accept-language': 'es-MX',
  accept: 'text/html',
};

/** A field as the document shows it. */
export interface PlainField {
  value: string;
  isChecked: boolean;
  isInvalid: boolean;
  /** Whether a browser puts the focus there when it opens the page. */
  takesFocus: boolean;
  /** The texts that describe it: its hint and its problem. */
  description: string;
}

/**
 * A person in a browser without script, as far as HTTP and HTML go: it has cookies, follows redirects and sends forms. The site
 * remembers no language for it, because `fetch` declares that it does not navigate.
 */
export interface PlainBrowser {
  /** The address of the open page, from the root of the site. */
  readonly address: string;
  readonly status: number;
  open(path: string): Promise<void>;
  follow(link: string): Promise<void>;
  /** @throws Error if there is no such field, as all of these do */
  field(label: string): PlainField;
  fill(label: string, value: string): void;
  check(label: string): void;
  /** In the list item with a text, if one is given. */
  choose(label: string, option: string, row?: string): void;
  /** Sends the form of a button with what is filled in. The button is in the list item with a text, if one is given. */
  press(button: string | RegExp, row?: string): Promise<void>;
  /** The target of a link. */
  targetOf(link: string): string;
  /** The language that the document declares. */
  language(): string | undefined;
  title(): string;
  /** The headings of a level. */
  headings(level: 1 | 2 | 3): string[];
  /** The text of the first list item that contains a text. */
  rowWith(text: string): string;
  text(): string;
  /** The texts of all elements with a role. */
  textsOf(role: 'alert' | 'status'): string[];
}

/** @see PlainBrowser. @param session the cookie of somebody who is signed in: `name=value` */
export function createPlainBrowser(origin: string, session?: string): PlainBrowser {
  const jar = new Map<string, string>();
  if (session !== undefined) keepCookie(session);
  let address = '';
  let status = 0;
  let elements: Element[] = [];

  async function load(path: string, body?: URLSearchParams): Promise<void> {
    const answer = await fetch(new URL(path, origin + address), {
      method: body ? 'POST' : 'GET',
      ...(body && { body }),
      headers: { ...VISITOR, cookie: cookieLine(), origin },
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) keepCookie(line);
    const to = answer.headers.get('location');
    const { pathname, search } = new URL(to ?? answer.url, answer.url);
    if (to !== null) {
      await answer.body?.cancel();
      return load(pathname + search);
    }
    address = pathname + search;
    status = answer.status;
    elements = elementsIn(parse(await answer.text(), { scriptingEnabled: false }));
  }

  const cookieLine = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  function keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0\b/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }

  function find(what: string, isIt: (element: Element) => boolean): Element {
    const found = elements.find(isIt);
    if (!found) throw new Error(`${address} (${status}) has no ${what}:\n${textOf(elements[0])}`);
    return found;
  }
  const byId = (id: string | undefined) => elements.find((element) => attribute(element, 'id') === id);
  const linkNamed = (name: string) => find(`link “${name}”`, (one) => one.tagName === 'a' && nameOf(one) === name);

  const isIn = (element: Element, row = '') =>
    row === '' || ancestorsOf(element).some((one) => one.tagName === 'li' && textOf(one).includes(row));

  function controlOf(label: string, row?: string): Element {
    const found = find(
      `field “${label}”`,
      (one) => (one.tagName === 'label' || isField(one)) && nameOf(one) === label && isIn(one, row),
    );
    if (isField(found)) return found;
    const target = attribute(found, 'for');
    const control = target === undefined ? elementsIn(found).find(isField) : byId(target);
    if (!control) throw new Error(`${address}: the label “${label}” has no field`);
    return control;
  }

  const isSubmit = (name: string | RegExp) => (one: Element) =>
    one.tagName === 'button' &&
    (attribute(one, 'type') ?? 'submit') === 'submit' &&
    (typeof name === 'string' ? nameOf(one) === name : name.test(nameOf(one)));

  const headings = (level: 1 | 2 | 3) => elements.filter(({ tagName }) => tagName === `h${level}`).map(nameOf);

  const formOf = (control: Element) => {
    const id = attribute(control, 'form');
    return id === undefined ? ancestorsOf(control).find(({ tagName }) => tagName === 'form') : byId(id);
  };

  return {
    get address() {
      return address;
    },
    get status() {
      return status;
    },
    open: (path) => load(path),
    follow: (link) => load(attribute(linkNamed(link), 'href') ?? ''),
    targetOf: (link) => attribute(linkNamed(link), 'href') ?? '',
    field(label) {
      const control = controlOf(label);
      const describing = (attribute(control, 'aria-describedby') ?? '').split(' ');
      return {
        value: valueIn(control),
        isChecked: attribute(control, 'checked') !== undefined,
        isInvalid: attribute(control, 'aria-invalid') === 'true',
        takesFocus: attribute(control, 'autofocus') !== undefined,
        description: describing.map((id) => textOf(byId(id))).join(' '),
      };
    },
    fill: (label, value) => setValue(controlOf(label), value),
    check: (label) => setAttribute(controlOf(label), 'checked', ''),
    choose(label, option, row) {
      const options = elementsIn(controlOf(label, row)).filter(({ tagName }) => tagName === 'option');
      const chosen = options.find((one) => nameOf(one) === option);
      if (!chosen) throw new Error(`“${label}” has no option “${option}”`);
      for (const one of options) one.attrs = one.attrs.filter(({ name }) => name !== 'selected');
      setAttribute(chosen, 'selected', '');
    },
    async press(name, row) {
      const button = find(`button “${name}”`, (one) => isSubmit(name)(one) && isIn(one, row));
      const form = formOf(button);
      if (!form) throw new Error(`${address}: the button “${name}” is in no form`);
      const sent = elements.filter((one) => (isField(one) || one === button) && formOf(one) === form && isSent(one));
      const fields = new URLSearchParams(sent.map((one) => [attribute(one, 'name') ?? '', valueIn(one)]));
      const action = attribute(button, 'formaction') ?? attribute(form, 'action') ?? address;
      if (attribute(form, 'method')?.toLowerCase() === 'post') return load(action, fields);
      return load(`${action.replace(/\?.*/, '')}?${fields}`);
    },
    language: () =>
      attribute(
        find('root', ({ tagName }) => tagName === 'html'),
        'lang',
      ),
    title: () => headings(1).join(' '),
    headings,
    rowWith: (text) => textOf(find(`list item “${text}”`, (one) => one.tagName === 'li' && textOf(one).includes(text))),
    text: () => textOf(find('body', ({ tagName }) => tagName === 'body')),
    textsOf: (role) => elements.filter((one) => attribute(one, 'role') === role).map((one) => textOf(one)),
  };
}

function isField({ tagName }: Element): boolean {
  return tagName === 'input' || tagName === 'select' || tagName === 'textarea';
}

/** Whether a browser sends a control with its form. */
function isSent(control: Element): boolean {
  const type = attribute(control, 'type');
  const isDisabled = [control, ...ancestorsOf(control)].some((one) => attribute(one, 'disabled') !== undefined);
  const isOff = (type === 'checkbox' || type === 'radio') && attribute(control, 'checked') === undefined;
  return Boolean(attribute(control, 'name')) && !isDisabled && !isOff && type !== 'file';
}

function valueIn(control: Element): string {
  if (control.tagName === 'textarea') return attribute(control, 'value') ?? textOf(control);
  if (control.tagName !== 'select') {
    return attribute(control, 'value') ?? (attribute(control, 'type') === 'checkbox' ? 'on' : '');
  }
  const options = elementsIn(control).filter(({ tagName }) => tagName === 'option');
  const chosen = options.find((one) => attribute(one, 'selected') !== undefined) ?? options[0];
  return chosen ? (attribute(chosen, 'value') ?? nameOf(chosen)) : '';
}

function setValue(control: Element, value: string): void {
  setAttribute(control, 'value', value);
}

function setAttribute(element: Element, name: string, value: string): void {
  element.attrs = [...element.attrs.filter((one) => one.name !== name), { name, value }];
}

function nameOf(element: Element): string {
  return (attribute(element, 'aria-label') ?? textOf(element)).replace(/\s+/g, ' ').trim();
}

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentNode;
  return parent && isElement(parent) ? [parent, ...ancestorsOf(parent)] : [];
}

/** The text of a node that a screen reader reads, without scripts and styles. */
function textOf(node: Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  if (isElement(node) && (node.tagName === 'script' || node.tagName === 'style' || isHidden(node))) return '';
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

function isHidden(element: Element): boolean {
  return attribute(element, 'aria-hidden') === 'true' || attribute(element, 'hidden') !== undefined;
}
