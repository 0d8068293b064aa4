import { useNonce } from '../rendering/inline-code.ts';
import styles from './theme.css?inline';
import stylesheet from './theme.css?url';

const ELEMENT_ID = 'meki-theme';

/**
 * The styles of every page. Inlined in the document, so that the first paint waits for no request; the client bundle does not
 * contain them, and hydration leaves them unchanged. In development they are a hot-reloaded file.
 */
export function ThemeStyles() {
  const nonce = useNonce();
  if (import.meta.env.DEV) return <link rel="stylesheet" href={stylesheet} />;
  return (
    <style
      nonce={nonce}
      id={ELEMENT_ID}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the product's own stylesheet
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? styles : readStyles() }}
    />
  );
}

/** The styles of the document. When an error replaces the whole tree, the error screen reuses them. */
function readStyles(): string {
  return document.getElementById(ELEMENT_ID)?.textContent ?? '';
}
