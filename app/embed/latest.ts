import { showLatestItems } from './latest-items-tag.ts';

// Built as one classic script, `/embed/latest.js`, for other websites: only such a script knows its own element.
const script = document.currentScript;
if (script instanceof HTMLScriptElement) void showLatestItems(script);
