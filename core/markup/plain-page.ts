import type { LocaleDefinition } from '../locales/locale.ts';
import { html, type SafeHtml } from './html.ts';

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
