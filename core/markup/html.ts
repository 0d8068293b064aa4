/** Markup in which every text was escaped. Made by `html`, and by `ownMarkup` of what the program brings itself. */
export class SafeHtml {
  readonly markup: string;
  private constructor(markup: string) {
    this.markup = markup;
  }

  /** @see ownMarkup */
  static fromProgram(markup: string): SafeHtml {
    return new SafeHtml(markup);
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

/** Markup that is part of the program, as a drawing of its build. Never anything that came from outside. */
export function ownMarkup(markup: string): SafeHtml {
  return SafeHtml.fromProgram(markup);
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
