/** Markup in which every text was escaped. Made by `html` alone. */
export class SafeHtml {
  readonly markup: string;
  private constructor(markup: string) {
    this.markup = markup;
  }

  /** Puts a literal template together; only other markup enters it as it stands. */
  static fromTemplate(literals: TemplateStringsArray, values: (string | SafeHtml | SafeHtml[])[]): SafeHtml {
    return new SafeHtml(
      literals.map((literal, i) => literal + (i < values.length ? markupOf(values[i]) : '')).join(''),
    );
  }
}

/** Markup by template: a text in it is escaped, for contents and quoted attributes alike; markup stays. */
export function html(literals: TemplateStringsArray, ...values: (string | SafeHtml | SafeHtml[])[]): SafeHtml {
  return SafeHtml.fromTemplate(literals, values);
}

function markupOf(value: string | SafeHtml | SafeHtml[] | undefined): string {
  if (value instanceof SafeHtml) return value.markup;
  if (Array.isArray(value)) return value.map(({ markup }) => markup).join('');
  return (value ?? '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

const ENTITIES: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
