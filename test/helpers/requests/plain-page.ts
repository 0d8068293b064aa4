import { parse } from 'parse5';
import { attribute, type Element, elementsIn, isElement, type Node } from './read-document.ts';

/** A part of a page: its text and controls, found by what a reader of the page has, as in a browser without script. */
export interface PlainPart {
  /** With single spaces. */
  readonly text: string;
  /** The parts with a role that HTML gives or the page declares, such as `alert`, or of an element, such as `li`. */
  all(kind: string): PlainPart[];
  /** The only one of them, or of those that contain a text. @throws Error if there is none, or another */
  one(kind: string, text?: string): PlainPart;
  /** A section, by its heading. @throws Error if there is none, or another */
  region(name: string): PlainPart;
  attribute(name: string): string | undefined;
  /** The names of its buttons, and the texts of its links. */
  buttons(): string[];
  links(): string[];
  /** The address of a link, by its text. @throws Error if there is none, or another */
  target(link: string): string;
  /** A field by its label, or by its label and the part of it that others do not have. @throws Error if there is none */
  field(label: string | RegExp): PlainField;
}

export interface PlainField {
  readonly value: string;
  readonly isChecked: boolean;
  /** Whether the page says that what is in it is wrong. */
  readonly isInvalid: boolean;
  /** Whether a browser puts the focus there when it opens the page. */
  readonly takesFocus: boolean;
  /** What the page says about it: its hint and its problem. */
  readonly description: string;
  fill(value: string): void;
  /** Marks a checkbox, a radio button or, by its text, an option of a select. */
  check(option?: string): void;
  uncheck(): void;
}

/**
 * The main part of an HTML document, or all of one that declares none, such as the pages of errors that the server writes itself:
 * its fields keep what is filled in, and a button sends its form.
 */
export interface PlainDocument extends PlainPart {
  /** All of the page, with what is around its main part. */
  readonly whole: PlainPart;
  /** The language that the document declares. */
  readonly language: string | undefined;
  /** What a browser sends for a button. @throws Error if there is no such button, or a required field is empty */
  submission(button: string | RegExp, within?: PlainPart): { action: string; method: string; fields: URLSearchParams };
}

/** @see PlainDocument. @throws Error if the document has another main part */
export function parsePlainPage(html: string): PlainDocument {
  const elements = elementsIn(parse(html, { scriptingEnabled: false }));
  const tagged = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const byId = (id: string) => elements.find((element) => attribute(element, 'id') === id);
  const elementOf = new WeakMap<PlainPart, Element>();

  function partOf(root: Element): PlainPart {
    const inside = () => elementsIn(root).filter(isShown);
    const found = (kind: string) => inside().filter((one) => one.tagName === kind || roleOf(one) === kind);
    const part: PlainPart = {
      text: wordsOf(root),
      all: (kind) => found(kind).map(partOf),
      one(kind, text = '') {
        const containing = found(kind).filter((one) => wordsOf(one).includes(text));
        return partOf(only(containing, text ? `${kind} with “${text}”` : kind));
      },
      region: (name) => partOf(only(found('region').filter(isNamed(name)), `region “${name}”`)),
      attribute: (name) => attribute(root, name),
      buttons: () => found('button').map(nameOf),
      links: () => found('a').map(wordsOf),
      target(link) {
        const links = found('a').filter((one) => wordsOf(one) === link);
        return attribute(only(links, `link “${link}”`), 'href') ?? '';
      },
      field: (label) => fieldOf(only(inside().filter(hasLabel(label)), `field “${label}”`)),
    };
    elementOf.set(part, root);
    return part;
  }

  const isNamed = (name: string) => (element: Element) => {
    const heading = byId(attribute(element, 'aria-labelledby') ?? '');
    return (heading ? wordsOf(heading) : attribute(element, 'aria-label')) === name;
  };

  const hasLabel = (label: string | RegExp) => (element: Element) => {
    if (!FIELDS.includes(element.tagName)) return false;
    const id = attribute(element, 'id');
    const own = tagged('label').filter(
      (one) => (id && attribute(one, 'for') === id) || elementsIn(one).includes(element),
    );
    const names = [...own.map(wordsOf), attribute(element, 'aria-label') ?? ''];
    return names.some((name) => (typeof label === 'string' ? name === label : label.test(name)));
  };

  function fieldOf(element: Element): PlainField {
    return {
      get value() {
        return valueIn(element);
      },
      get isChecked() {
        return attribute(element, 'checked') !== undefined;
      },
      isInvalid: attribute(element, 'aria-invalid') === 'true',
      takesFocus: attribute(element, 'autofocus') !== undefined,
      get description() {
        const ids = (attribute(element, 'aria-describedby') ?? '').split(' ');
        return ids.map((id) => wordsOf(byId(id))).join(' ');
      },
      fill(value) {
        setAttribute(element, 'value', value);
      },
      check(option) {
        if (element.tagName === 'select') return choose(element, option ?? '');
        if (attribute(element, 'type') === 'radio') for (const other of radiosWith(element)) drop(other, 'checked');
        setAttribute(element, 'checked', '');
      },
      uncheck: () => drop(element, 'checked'),
    };
  }

  const radiosWith = (radio: Element) =>
    elements.filter((one) => attribute(one, 'name') === attribute(radio, 'name') && formOf(one) === formOf(radio));

  function formOf(control: Element): Element | undefined {
    const named = attribute(control, 'form');
    return named === undefined ? ancestorsOf(control).find(({ tagName }) => tagName === 'form') : byId(named);
  }

  const body = only(tagged('body'), 'body');
  const mains = tagged('main');
  const page = partOf(mains.length > 0 ? only(mains, 'main') : body);
  return Object.assign(page, {
    whole: partOf(body),
    language: attribute(only(tagged('html'), 'html'), 'lang'),
    submission(name: string | RegExp, within: PlainPart = page) {
      const root = elementOf.get(within);
      if (!root) throw new Error(`The button “${name}” is looked for in another page than the open one`);
      const says = (words: string) => (typeof name === 'string' ? words === name : name.test(words));
      const button = only(
        elementsIn(root).filter((one) => isOffered(one) && says(nameOf(one))),
        `button “${name}”`,
      );
      const form = formOf(button);
      if (!form) throw new Error(`The button “${name}” belongs to no form`);
      const sent = elements.filter(
        (one) => (one === button || FIELDS.includes(one.tagName)) && formOf(one) === form && !isDisabled(one),
      );
      if (attribute(form, 'novalidate') === undefined) requireAll(sent);
      return {
        action: attribute(button, 'formaction') ?? attribute(form, 'action') ?? '',
        method: (attribute(form, 'method') ?? 'get').toUpperCase(),
        fields: new URLSearchParams(sent.flatMap(entryOf)),
      };
    },
  });
}

const FIELDS = ['input', 'select', 'textarea'];
const UNREAD = ['script', 'style', 'svg'];
const ROLES: { [tag: string]: string } = { section: 'region', li: 'listitem', ins: 'insertion', del: 'deletion' };

const roleOf = (element: Element) => attribute(element, 'role') ?? ROLES[element.tagName];
const nameOf = (element: Element) => attribute(element, 'aria-label') ?? wordsOf(element);
const isDisabled = (control: Element) =>
  [control, ...ancestorsOf(control)].some((one) => attribute(one, 'disabled') !== undefined);
const isShown = (element: Element) => ![element, ...ancestorsOf(element)].some(isHidden);
const isHidden = (element: Element) => attribute(element, 'hidden') !== undefined;

const isUnread = (element: Element) =>
  UNREAD.includes(element.tagName) || isHidden(element) || attribute(element, 'aria-hidden') === 'true';

/** Whether a button that sends its form can be pressed. */
function isOffered(element: Element): boolean {
  const sends = element.tagName === 'button' && (attribute(element, 'type') ?? 'submit') === 'submit';
  return sends && isShown(element) && !isDisabled(element);
}

function requireAll(controls: Element[]): void {
  const empty = controls.find((one) => attribute(one, 'required') !== undefined && valueIn(one) === '');
  if (empty) throw new Error(`The browser asks for “${attribute(empty, 'name')}”`);
}

function entryOf(control: Element): [string, string][] {
  const name = attribute(control, 'name');
  const isChoice = ['checkbox', 'radio'].includes(attribute(control, 'type') ?? '');
  if (!name || (isChoice && attribute(control, 'checked') === undefined)) return [];
  return [[name, isChoice ? (attribute(control, 'value') ?? 'on') : valueIn(control)]];
}

function valueIn(control: Element): string {
  const written = attribute(control, 'value');
  if (control.tagName === 'textarea') return written ?? textOf(control);
  if (control.tagName !== 'select') return written ?? '';
  const options = optionsOf(control);
  const chosen = options.find((option) => attribute(option, 'selected') !== undefined) ?? options[0];
  return (chosen && (attribute(chosen, 'value') ?? wordsOf(chosen))) ?? '';
}

function choose(select: Element, text: string): void {
  const options = optionsOf(select);
  const option = only(
    options.filter((one) => wordsOf(one) === text),
    `option “${text}”`,
  );
  for (const other of options) drop(other, 'selected');
  setAttribute(option, 'selected', '');
}

const optionsOf = (select: Element) => elementsIn(select).filter(({ tagName }) => tagName === 'option');

function only(found: Element[], what: string): Element {
  const [element, another] = found;
  if (!element || another) throw new Error(`The page has ${found.length} of: ${what}`);
  return element;
}

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentNode;
  return parent && isElement(parent) ? [parent, ...ancestorsOf(parent)] : [];
}

function setAttribute(element: Element, name: string, value: string): void {
  drop(element, name);
  element.attrs.push({ name, value });
}

function drop(element: Element, name: string): void {
  element.attrs = element.attrs.filter((one) => one.name !== name);
}

function wordsOf(node: Node | undefined): string {
  return textOf(node).replaceAll(/\s+/g, ' ').trim();
}

/** The text of a node that a screen reader reads, without scripts and styles. */
function textOf(node: Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  if (isElement(node) && isUnread(node)) return '';
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
