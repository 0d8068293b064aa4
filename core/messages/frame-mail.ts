import { html, type SafeHtml } from '../markup/html.ts';
import { ACTION, INK, INK_SOFT, LINE, ON_ACTION, RAISED, SURFACE, TINT } from '../site/site-colors.ts';

/** The parts of a message, in reading order. */
export interface MailParts {
  /** BCP 47 */
  language: string;
  direction: 'ltr' | 'rtl';
  site: string;
  heading: string;
  body: string;
  code: string | undefined;
  action: { label: string; url: string } | undefined;
  after: string | undefined;
  /** Text by somebody else, with its line breaks. */
  quote?: string | undefined;
  ignore: string;
  footer: string;
}

/**
 * A message as plain text and as HTML: one column, system fonts, no pictures or other remote content. Uses logical sides, so
 * that right-to-left languages work.
 */
export function frameMail(parts: MailParts): { text: string; html: string } {
  return { text: toText(parts), html: toHtml(parts).markup };
}

function toText({ heading, body, quote, code, action, after, ignore, footer }: MailParts): string {
  const paragraphs = [
    heading,
    body,
    quote?.replace(/^/gm, '> '),
    code,
    action && `${action.label}:\n${action.url}`,
    after,
    ignore,
    `-- \n${footer}`,
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n`;
}

function toHtml({
  language,
  direction,
  site,
  heading,
  body,
  quote,
  code,
  action,
  after,
  ignore,
  footer,
}: MailParts): SafeHtml {
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: ${SURFACE.dark} !important; }
  .sheet { background: ${RAISED.dark} !important; border-color: ${LINE.dark} !important; color: ${INK.dark} !important; }
  .site, .quiet { color: ${INK_SOFT.dark} !important; }
  .code { background: ${TINT.dark} !important; color: ${INK.dark} !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:${SURFACE.light}">
<div class="sheet" dir="${direction}" style="${SHEET}">
<p class="site" style="${SITE}">${site}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${heading}</h1>
<p style="${PARAGRAPH}">${body}</p>
${quote === undefined ? [] : html`<blockquote style="${QUOTE}">${quote}</blockquote>\n`}${code === undefined ? [] : html`<p class="code" dir="ltr" style="${CODE}">${code}</p>\n`}${action ? actionHtml(action) : []}${after === undefined ? [] : html`<p style="${PARAGRAPH}">${after}</p>\n`}<p class="quiet" style="${QUIET}">${ignore}</p>
<p class="quiet" style="${QUIET};margin-bottom:0">${footer}</p>
</div>
</body>
</html>
`;
}

/** Includes the URL as text, for mail clients that show no buttons. */
function actionHtml({ label, url }: { label: string; url: string }): SafeHtml {
  return html`<p style="${PARAGRAPH}"><a href="${url}" style="${BUTTON}">${label}</a></p>
<p class="quiet" dir="ltr" style="${QUIET};word-break:break-all">${url}</p>
`;
}

const SHEET =
  `max-width:480px;margin:0 auto;padding:32px 24px;background:${RAISED.light};border:1px solid ${LINE.light};border-radius:12px;` +
  `color:${INK.light};font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:16px;line-height:1.5;text-align:start`;
const SITE = `margin:0 0 24px;font-size:14px;font-weight:600;color:${INK_SOFT.light}`;
const PARAGRAPH = 'margin:0 0 16px';
const QUOTE = `margin:0 0 16px;padding-inline:16px 0;border-inline-start:3px solid ${ACTION.light};white-space:pre-wrap;overflow-wrap:anywhere`;
const QUIET = `margin:0 0 16px;font-size:14px;color:${INK_SOFT.light}`;
/** Spaced by CSS, so that copying gives only the digits. */
const CODE =
  `margin:0 0 16px;padding:16px;background:${TINT.light};border-radius:8px;text-align:center;` +
  'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:36px;font-weight:700;letter-spacing:6px;line-height:1.2;' +
  '-webkit-user-select:all;user-select:all';
const BUTTON = `display:inline-block;padding:12px 20px;background:${ACTION.light};border-radius:8px;color:${ON_ACTION.light};font-weight:600;text-decoration:none`;
