import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A part of a page: its text and controls, found by what a reader of the page has, as in a browser without script. */
export interface PlainPart {
  /** With single spaces. */
  readonly text: string;
  /** The parts with a role that HTML gives or the page declares, such as `alert`, or of an element, such as `li`. */
  all(kind: string): PlainPart[];
  /** The only one of them. @throws Error if there is none, or another */
  one(kind: string): PlainPart;
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
  /** What the page says about it. */
  readonly description: string;
  fill(value: string): void;
  /** Marks a checkbox, a radio button or, by its text, an option of a select. */
  check(option?: string): void;
  uncheck(): void;
}

/** The main part of an HTML document, whose fields keep what is filled in, and the form that a button sends. */
export interface PlainDocument extends PlainPart {
  /** What a browser sends for a button. @throws Error if there is no such button, or a required field is empty */
  submission(button: string | RegExp, within?: PlainPart): { action: string; method: string; fields: URLSearchParams };
}

/** Parses the main part of a document. @throws Error if it has none */
export function parsePlainPage(html: string): PlainDocument {
  const document = parse(html, { scriptingEnabled: false });
  const [main] = descendants(document).filter(({ tagName }) => tagName === 'main');
  if (!main) throw new Error('The page has no main part');
  const byId = (id: string) => descendants(document).find((element) => attributeOf(element, 'id') === id);
  const elementOf = new WeakMap<PlainPart, Element>();

  function partOf(root: Element): PlainPart {
    const inside = () => descendants(root).filter(isShown);
    const found = (kind: string) => inside().filter((one) => one.tagName === kind || roleOf(one) === kind);
    const part: PlainPart = {
      text: wordsOf(root),
      all: (kind) => found(kind).map(partOf),
      one: (kind) => partOf(only(found(kind), kind)),
      region: (name) => partOf(only(found('region').filter(isNamed(name)), `region “${name}”`)),
      attribute: (name) => attributeOf(root, name),
      buttons: () => found('button').map(nameOf),
      links: () => found('a').map(wordsOf),
      target(link) {
        const links = found('a').filter((one) => wordsOf(one) === link);
        return attributeOf(only(links, `link “${link}”`), 'href') ?? '';
      },
      field: (label) => fieldOf(only(inside().filter(hasLabel(label)), `field “${label}”`)),
    };
    elementOf.set(part, root);
    return part;
  }

  const isNamed = (name: string) => (element: Element) => {
    const heading = byId(attributeOf(element, 'aria-labelledby') ?? '');
    return (heading ? wordsOf(heading) : attributeOf(element, 'aria-label')) === name;
  };

  const hasLabel = (label: string | RegExp) => (element: Element) => {
    if (!FIELDS.includes(element.tagName)) return false;
    const id = attributeOf(element, 'id');
    const labels = descendants(document).filter(({ tagName }) => tagName === 'label');
    const own = labels.filter((one) => (id && attributeOf(one, 'for') === id) || descendants(one).includes(element));
    const names = [...own.map(wordsOf), attributeOf(element, 'aria-label') ?? ''];
    return names.some((name) => (typeof label === 'string' ? name === label : label.test(name)));
  };

  function fieldOf(element: Element): PlainField {
    return {
      get value() {
        return valueIn(element);
      },
      get isChecked() {
        return attributeOf(element, 'checked') !== undefined;
      },
      isInvalid: attributeOf(element, 'aria-invalid') === 'true',
      get description() {
        const ids = (attributeOf(element, 'aria-describedby') ?? '').split(' ');
        return ids.map((id) => wordsOf(byId(id))).join(' ');
      },
      fill(value) {
        setAttribute(element, 'value', value);
      },
      check(option) {
        if (element.tagName === 'select') return choose(element, option ?? '');
        if (attributeOf(element, 'type') === 'radio') for (const other of radiosWith(element)) drop(other, 'checked');
        setAttribute(element, 'checked', '');
      },
      uncheck: () => drop(element, 'checked'),
    };
  }

  const radiosWith = (radio: Element) =>
    descendants(document).filter(
      (one) => attributeOf(one, 'name') === attributeOf(radio, 'name') && formOf(one) === formOf(radio),
    );

  function formOf(control: Element): Element | undefined {
    const named = attributeOf(control, 'form');
    if (named !== undefined) return byId(named);
    for (let node: Node | null = control; node && 'parentNode' in node; node = node.parentNode)
      if (isElement(node) && node.tagName === 'form') return node;
    return undefined;
  }

  const page = partOf(main);
  return {
    ...page,
    submission(name: string | RegExp, within: PlainPart = page) {
      const root = elementOf.get(within) ?? main;
      const says = (words: string) => (typeof name === 'string' ? words === name : name.test(words));
      const buttons = descendants(root).filter((one) => one.tagName === 'button' && isShown(one));
      const isOffered = (one: Element) => attributeOf(one, 'type') !== 'button' && !isDisabled(one);
      const button = only(
        buttons.filter((one) => says(nameOf(one)) && isOffered(one)),
        `button “${name}”`,
      );
      const form = formOf(button);
      if (!form) throw new Error(`The button “${name}” belongs to no form`);
      const sent = descendants(document).filter(
        (one) => (one === button || FIELDS.includes(one.tagName)) && formOf(one) === form && !isDisabled(one),
      );
      if (attributeOf(form, 'novalidate') === undefined) requireAll(sent);
      return {
        action: attributeOf(button, 'formaction') ?? attributeOf(form, 'action') ?? '',
        method: (attributeOf(form, 'method') ?? 'get').toUpperCase(),
        fields: new URLSearchParams(sent.flatMap(entryOf)),
      };
    },
  };
}

const FIELDS = ['input', 'select', 'textarea'];
const ROLES: { [tag: string]: string } = { section: 'region', li: 'listitem', ins: 'insertion', del: 'deletion' };

const roleOf = (element: Element) => attributeOf(element, 'role') ?? ROLES[element.tagName];
const nameOf = (element: Element) => attributeOf(element, 'aria-label') ?? wordsOf(element);
const isDisabled = (element: Element) => attributeOf(element, 'disabled') !== undefined;
const isElement = (node: Node): node is Element => 'tagName' in node;

function isShown(element: Element): boolean {
  if (attributeOf(element, 'hidden') !== undefined) return false;
  const { parentNode } = element;
  return !parentNode || !isElement(parentNode) || isShown(parentNode);
}

function requireAll(controls: Element[]): void {
  const empty = controls.find((one) => attributeOf(one, 'required') !== undefined && valueIn(one) === '');
  if (empty) throw new Error(`The browser asks for “${attributeOf(empty, 'name')}”`);
}

function entryOf(control: Element): [string, string][] {
  const name = attributeOf(control, 'name');
  const isChoice = ['checkbox', 'radio'].includes(attributeOf(control, 'type') ?? '');
  if (!name || (isChoice && attributeOf(control, 'checked') === undefined)) return [];
  return [[name, isChoice ? (attributeOf(control, 'value') ?? 'on') : valueIn(control)]];
}

function valueIn(control: Element): string {
  const written = attributeOf(control, 'value');
  if (control.tagName === 'textarea') return written ?? textOf(control);
  if (control.tagName !== 'select') return written ?? '';
  const options = optionsOf(control);
  const chosen = options.find((option) => attributeOf(option, 'selected') !== undefined) ?? options[0];
  return (chosen && (attributeOf(chosen, 'value') ?? wordsOf(chosen))) ?? '';
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

const optionsOf = (select: Element) => descendants(select).filter(({ tagName }) => tagName === 'option');

function only(found: Element[], what: string): Element {
  const [element, another] = found;
  if (!element || another) throw new Error(`The page has ${found.length} of: ${what}`);
  return element;
}

function descendants(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  return children.flatMap((child) => [...(isElement(child) ? [child] : []), ...descendants(child)]);
}

function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
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

function textOf(node: Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  if (isElement(node) && ['script', 'style', 'svg'].includes(node.tagName)) return '';
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
