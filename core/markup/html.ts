import type { LocaleDefinition } from '../locales/locale.ts';

/** HTML with all texts escaped. Created by `html`, and by `ownMarkup` for trusted markup of the program. */
export class SafeHtml {
  readonly markup: string;
  private constructor(markup: string) {
    this.markup = markup;
  }

  /** @see ownMarkup */
  static fromProgram(markup: string): SafeHtml {
    return new SafeHtml(markup);
  }

  /** Builds markup from a template literal; only other markup is inserted unescaped. */
  static fromTemplate(literals: TemplateStringsArray, values: (string | SafeHtml | SafeHtml[])[]): SafeHtml {
    return new SafeHtml(
      literals.map((literal, i) => literal + (i < values.length ? markupOf(values[i]) : '')).join(''),
    );
  }
}

/** Markup from a template: texts are escaped for contents and quoted attributes; markup is inserted as it is. */
export function html(literals: TemplateStringsArray, ...values: (string | SafeHtml | SafeHtml[])[]): SafeHtml {
  return SafeHtml.fromTemplate(literals, values);
}

/** Trusted markup that is part of the program, such as an icon of the build. Never for external input. */
export function ownMarkup(markup: string): SafeHtml {
  return SafeHtml.fromProgram(markup);
}

function markupOf(value: string | SafeHtml | SafeHtml[] | undefined): string {
  if (value instanceof SafeHtml) return value.markup;
  if (Array.isArray(value)) return value.map(({ markup }) => markup).join('');
  return escapeHtml(value ?? '');
}

/** A text as contents or a quoted attribute of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

const ENTITIES: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

interface PlainPage {
  locale: LocaleDefinition;
  title: string;
  /** Additional contents of the head, such as styles. */
  head: SafeHtml;
  body: SafeHtml;
}

/** A self-contained page for when the app cannot answer. @returns the document */
export function plainPage({ locale, title, head, body }: PlainPage): string {
  return html`<!DOCTYPE html>
<html lang="${locale.language}" dir="${locale.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`.markup;
}
