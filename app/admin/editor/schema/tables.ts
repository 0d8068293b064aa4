import { mergeAttributes } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

const ALIGNMENTS = ['left', 'center', 'right'];

const alignment = {
  align: {
    default: null,
    parseHTML: (element: HTMLElement) => {
      const align = element.style.textAlign || element.getAttribute('align');
      return align && ALIGNMENTS.includes(align) ? align : null;
    },
    renderHTML: ({ align }: { align?: string | null }) => (align ? { 'data-align': align } : {}),
  },
};

const span = (name: 'colspan' | 'rowspan', most: number) => ({
  [name]: {
    default: 1,
    parseHTML: (element: HTMLElement) => {
      const value = Number(element.getAttribute(name));
      return Number.isInteger(value) && value >= 1 && value <= most ? value : 1;
    },
    renderHTML: (attributes: { [name: string]: number }) =>
      (attributes[name] ?? 1) > 1 ? { [name]: attributes[name] } : {},
  },
});

const cellAttributes = () => ({ ...span('colspan', 100), ...span('rowspan', 1000), ...alignment });

/** Tables without column widths: columns fit their contents, on the page as in the editor. */
export const tableParts = [
  Table.extend({
    // Tiptap's own node view sets widths.
    addNodeView: () => null,
    renderHTML: ({ HTMLAttributes }) => [
      'div',
      { class: 'table-scroll' },
      ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
    ],
  }).configure({ resizable: false }),
  TableRow.extend({ content: '(tableCell | tableHeader)+' }),
  TableHeader.extend({
    content: 'block+',
    addAttributes: cellAttributes,
    renderHTML: ({ HTMLAttributes }) => ['th', mergeAttributes({ scope: 'col' }, HTMLAttributes), 0],
  }),
  TableCell.extend({ content: 'block+', addAttributes: cellAttributes }),
];
