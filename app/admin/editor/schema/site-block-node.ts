import { Node } from '@tiptap/core';

/** A block that the site's configuration defines, as one object: its view edits its contents by a form. */
export const SiteBlockNode = Node.create({
  name: 'siteBlock',
  group: 'block',
  atom: true,
  draggable: true,
  isolating: true,

  addAttributes: () => ({
    kind: {
      default: null,
      parseHTML: (element: HTMLElement) => element.dataset.siteBlock,
      renderHTML: ({ kind }: { [name: string]: unknown }) => ({ 'data-site-block': kind }),
    },
    values: members('values'),
    words: members('words'),
  }),

  parseHTML: () => [{ tag: 'div[data-site-block]' }],

  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
});

/** An object, which HTML has as JSON. */
function members(name: 'values' | 'words') {
  return {
    default: null,
    parseHTML: (element: HTMLElement) => parsed(element.dataset[name]),
    renderHTML: (attributes: { [name: string]: unknown }) =>
      attributes[name] ? { [`data-${name}`]: JSON.stringify(attributes[name]) } : {},
  };
}

function parsed(json: string | undefined): unknown {
  try {
    return json === undefined ? null : JSON.parse(json);
  } catch {
    return null;
  }
}
