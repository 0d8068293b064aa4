import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

function schemaFile(fileName: string) {
  return { fileName, contents: readFileSync(join(import.meta.dirname, fileName), 'utf8') };
}

/** Violations of the sitemaps.org schema. */
export async function findSitemapViolations(sitemap: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'sitemap.xml', contents: sitemap },
    schema: schemaFile('sitemap.xsd'),
    preload: schemaFile('sitemap-xhtml-link.xsd'),
  });
  return errors.map(({ rawMessage }) => rawMessage);
}
