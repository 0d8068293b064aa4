import type { LocaleDefinition } from '#core/locales/locale.ts';
import { html, plainPage } from '#core/markup/html.ts';
import { ACTION, INK, ON_ACTION, SURFACE } from '#core/site/site-colors.ts';
import type { RenderedPage } from './rendered-page.ts';

export interface ErrorPageTexts {
  title: string;
  /** What happened and what to do next. */
  message: string;
  home: string;
}

const STYLES = html`
body{margin:0;min-height:100vh;display:grid;place-content:center;gap:1rem;padding:2rem;text-align:center;background:${SURFACE.light};color:${INK.light};font:1.125rem/1.6 system-ui,sans-serif}
h1{margin:0;font-size:2rem;line-height:1.2}p{margin:0;max-width:34rem}
a{justify-self:center;display:inline-block;min-height:44px;line-height:44px;padding:0 1.5rem;border-radius:.5rem;background:${ACTION.light};color:${ON_ACTION.light};text-decoration:none}
a:focus-visible{outline:3px solid ${ACTION.light};outline-offset:3px}
`;

/** The self-contained page for when the app cannot render its error screen, or the server has no time for it. */
export function createErrorPage(
  locale: LocaleDefinition,
  texts: ErrorPageTexts,
  homePath: string,
): Pick<RenderedPage, 'body' | 'inline'> {
  const body = plainPage({
    locale,
    title: texts.title,
    head: html`<style>${STYLES}</style>`,
    body: html`<h1>${texts.title}</h1>
<p>${texts.message}</p>
<a href="${homePath}">${texts.home}</a>`,
  });
  return { body, inline: { scripts: [], styles: [STYLES.markup] } };
}
