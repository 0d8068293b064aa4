const SCRIPT = /<script\b([^>]*)>[\s\S]*?<\/script\s*>/gi;
const PRELOADED_SCRIPT = /<link\b[^>]*\brel="modulepreload"[^>]*>|<link\b[^>]*\bas="script"[^>]*>/gi;

/** The page for a visitor who saves data: without scripts, but with its JSON-LD for search engines. */
export function stripScripts(html: string): string {
  return html
    .replace(SCRIPT, (script, attributes: string) => (isLinkedData(attributes) ? script : ''))
    .replace(PRELOADED_SCRIPT, '');
}

/** Whether a script element's attributes mark it as JSON-LD, which browsers do not run. */
function isLinkedData(attributes: string): boolean {
  return /\btype\s*=\s*["']?application\/ld\+json/i.test(attributes);
}
