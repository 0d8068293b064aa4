import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, stripScripts } from './content-security-policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the content security policy of a page', () => {
  const policy = contentSecurityPolicy({
    scripts: ['var ñ = 1;', 'import "/x.js"', 'var ñ = 1;'],
    styles: ['p{color:red}'],
  });

  test("lets the app's own inline scripts run by their hash, and no others", () => {
    const scripts = policy.split('; ').find((part) => part.startsWith('script-src '));
    expect(scripts).toBe(`script-src 'self' ${hash('var ñ = 1;')} ${hash('import "/x.js"')}`);
    expect(policy).not.toContain('unsafe-inline');
  });

  test('has the sources that blocks of the site need, and nothing else of other origins', () => {
    const sources = { 'frame-src': ['https://player.example.org'], 'img-src': ['https://pictures.example.org'] };
    const parts = contentSecurityPolicy({ scripts: [], styles: [] }, sources).split('; ');
    expect(parts).toContain("frame-src 'self' https://player.example.org");
    expect(parts).toContain("img-src 'self' data: https://pictures.example.org");
    expect(parts.join().match(/example/g)).toHaveLength(2);
    expect(policy).not.toContain('frame-src');
  });

  test("lets the app's own inline styles apply by their hash", () => {
    expect(policy.split('; ')).toContain(`style-src 'self' ${hash('p{color:red}')}`);
  });

  test('forbids frames, plug-ins and a changed base', () => {
    for (const part of ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) {
      expect(policy.split('; ')).toContain(part);
    }
  });
});

test('a page without scripts keeps its text, styles and linked data', () => {
  const stripped =
    stripScripts(`<head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/a.css"/>
<style>p{}</style><script type="application/ld+json">{"@type":"FAQPage"}</script></head>
<body><p>ñ</p><script>var x</script><script type="module" async="">import "/x.js"</script></body>`);
  expect(stripped.match(/<script/g)).toHaveLength(1);
  expect(stripped).toContain('{"@type":"FAQPage"}');
  expect(stripped).toContain('rel="stylesheet"');
  expect(stripped).toContain('<p>ñ</p>');
  expect(stripped).not.toContain('modulepreload');
});
