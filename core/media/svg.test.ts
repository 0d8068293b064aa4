import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { HAS_SAMPLE } from '../../test/helpers/has-sample.ts';
import { sniffContentType } from './media-file.ts';
import { decodeReferences, readSvg } from './svg.ts';

test('decodes the references of XML, and leaves all others as they are', () => {
  expect(decodeReferences('&lt;a&gt; &#x41;&#66; &amp;amp;')).toBe('<a> AB &amp;');
  expect(decodeReferences('&#x00000000041;&#000000000066;')).toBe('AB');
  expect(decodeReferences('&nbsp; &constructor; &toString; &#x110000;')).toBe(
    '&nbsp; &constructor; &toString; &#x110000;',
  );
});

const bytes = (text: string) => new TextEncoder().encode(text);
const svg = (inner: string, attributes = 'viewBox="0 0 12 8"') =>
  bytes(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`);

describe('readSvg', () => {
  test.each([
    ['width="1200" height="800" viewBox="0 0 12 8"', 1200, 800],
    ['width="1200px" height="800.5"', 1200, 800.5],
    ['viewBox="0 0 12 8"', 12, 8],
    ['width="100%" height="100%" viewBox="0,0,12,8"', 12, 8],
    [`class=' width="30" height="20" ' width="12" height="8"`, 12, 8],
    [`class=">" width="12" height="8"`, 12, 8],
    ['width="1&#x32;" height="8"', 12, 8],
  ])('takes the size of %s', (attributes, width, height) => {
    expect(readSvg(svg('<path d="M0 0"/>', attributes))).toEqual({ ok: true, width, height });
  });

  test.each([
    '<defs><linearGradient id="a"><stop stop-color="#fff"/></linearGradient></defs><rect fill="url(#a)"/>',
    '<style>.a > .b { fill: url("#a") }</style><g class="a"/>',
    '<use href="#a"/><use xlink:href="#a" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
    '<title>1 &lt; 2 "x" = y</title>',
    '<image href="data:image/png;base64,AAAA"/>',
    '<!-- <script> -->',
  ])('takes a drawing with %s', (inner) => {
    expect(readSvg(svg(inner))).toMatchObject({ ok: true });
  });

  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT>alert(1)</SCRIPT>',
    '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
    '<foreignObject><p/></foreignObject>',
    '<a href="javascript:alert(1)"><text>x</text></a>',
    '<rect onload="alert(1)"/>',
    '<rect onload=alert(1) />',
    "<rect x='1'onload='alert(1)'/>",
    '<rect\nOnClick = "alert(1)"/>',
    '<image href="https://example.org/x.png"/>',
    '<image href="//example.org/x.png"/>',
    '<image href="&#104;ttps://example.org/x.png"/>',
    '<image href="data:image/svg+xml;base64,AAAA"/>',
    '<use href="other.svg#a"/>',
    '<feImage href="https://example.org"/>',
    '<set attributeName="href" to="javascript:alert(1)"/>',
    '<rect fill="url(https://example.org/x)"/>',
    '<rect style="background: url( \'https://example.org\' )"/>',
    '<style>@import "https://example.org/x.css";</style>',
    '<style>a { background: image-set("https://example.org/x.png" 1x) }</style>',
    '<style>a { background: u\\72l(https://example.org) }</style>',
    '<rect xml:base="https://example.org"/>',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<?xml-stylesheet href="https://example.org/x.css"?>',
    '<rect title="a>b" <script>',
    '<style>@im<g/>port "https://example.org/x.css";</style>',
    '<!-- unfinished',
    '<g>',
    '<g></a>',
    '</svg><svg>',
    '<style><g></style>',
    '<style>a { background: src("https://example.org/x") }</style>',
    '<style>a { background: -webkit-IMAGE-SET("https://example.org/x" 1x) }</style>',
    '<style>a { background: image("https://example.org/x") }</style>',
    '<style>@font-face { font-family: a; src: url(https://example.org/x) }</style>',
    '<style>@&#105;mport "https://example.org/x.css";</style>',
    '<style>@\\69mport "https://example.org/x.css";</style>',
    '<style>@namespace "http://www.w3.org/1999/xhtml";</style>',
    '<rect filter="url( https://example.org/x#a )"/>',
    '<rect mask="url(&#x22;https://example.org/x#a&#x22;)"/>',
    '<image xmlns:é="http://www.w3.org/1999/xlink" é:href="https://example.org/x.png"/>',
    '<image xmlns:x="http://www.w3.org/1999/xlink" x:href="&#x20;java&#x9;script:alert(1)"/>',
    '<g xmlns="http://www.w3.org/1999/xhtml"><style>a{}</style></g>',
    '<image xmlns="&#104;ttp://www.w3.org/1999/xhtml"/>',
    '<use href="data:image/svg+xml;base64,AAAA#x"/>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<animate onbegin="alert(1)"/>',
    '<discard href="#a"/>',
    '<handler type="application/ecmascript">alert(1)</handler>',
    '<a xlink:href="?" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
    '<feImage xlink:href="https://example.org/x" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
    '<g xml:base="//example.org/"><use href="#a"/></g>',
    '<style>&#x00000040;import "https://example.org/x.css";</style>',
    '<style>&#0000000064;import "https://example.org/x.css";</style>',
    '<rect fill="&#x0000000075;rl(https://example.org/x)"/>',
    '<rect mask="url(#a, url(//example.org/x))"/>',
    '<use href="\u00a0#a"/>',
    '<rect fill="url(\ufeff#a)"/>',
    '</g>',
    `${'<g>'.repeat(256)}${'</g>'.repeat(256)}`,
  ])('does not take a drawing with %s', (inner) => {
    expect(readSvg(svg(inner))).toMatchObject({ ok: false });
  });

  test.each(['UTF-7', 'utf-16', 'iso-2022-jp', 'x-user-defined', 'ISO-8859-1'])(
    'does not take a drawing that says it is in %s, whose letters could be others than they seem',
    (encoding) => {
      const declared = (name: string) =>
        bytes(`<?xml version="1.0" encoding="${name}"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>`);
      expect(readSvg(declared(encoding))).toMatchObject({ ok: false });
      expect(readSvg(declared('UTF-8'))).toMatchObject({ ok: true });
    },
  );

  test('does not take entities, other encodings, or a drawing without a size', () => {
    const entity = '<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]><svg viewBox="0 0 1 1">&x;</svg>';
    expect(readSvg(bytes(entity))).toMatchObject({ ok: false });
    expect(readSvg(new Uint8Array([0xff, 0xfe, 0x3c, 0x00]))).toMatchObject({ ok: false });
    expect(readSvg(svg('', 'width="100%"'))).toMatchObject({ ok: false });
    expect(readSvg(svg('', 'viewBox="0 0 0 8"'))).toMatchObject({ ok: false });
  });

  test.each(['<!--', '<style>', '<style', '<a "', "<g '", '<g x="'])(
    'is soon done with a drawing that says %j over and over',
    (part) => {
      const endless = part.repeat(1_000_000 / part.length);
      expect(readSvg(svg(endless))).toMatchObject({ ok: false });
      expect(readSvg(svg(`<style>${endless}</style>`))).toMatchObject({ ok: false });
    },
  );

  test('is soon done with a reference to nothing but spaces', () => {
    expect(readSvg(svg(`<style>a { fill: url(${' '.repeat(1_000_000)}) }</style>`))).toMatchObject({ ok: false });
  });

  test.skipIf(!HAS_SAMPLE)('takes every drawing of the sample site', async () => {
    const folder = new URL('../../sample/media/', import.meta.url);
    const drawings = (await readdir(folder)).filter((name) => name.endsWith('.svg'));
    expect(drawings.length).toBeGreaterThan(20);
    for (const name of drawings) {
      const drawing = new Uint8Array(await readFile(new URL(name, folder)));
      expect([name, sniffContentType(drawing)]).toEqual([name, 'image/svg+xml']);
      expect([name, readSvg(drawing)]).toEqual([name, { ok: true, width: 1200, height: 800 }]);
    }
  });
});

test.each([
  ['<?xml version="1.0"?>\n<!-- x -->\n<svg>', 'image/svg+xml'],
  ['<!-- x --><!-- y --> <svg>', 'image/svg+xml'],
  ['<html><svg>', undefined],
  [`${'<!---->'.repeat(44)}x`, undefined],
  [`${'<!---->'.repeat(44)}<svg>`, 'image/svg+xml'],
  ['GIF89a', 'image/gif'],
  ['%PDF-1.7', undefined],
  ['', undefined],
])('a file that begins with %j is %s', (start, type) => {
  expect(sniffContentType(bytes(start))).toBe(type);
});
