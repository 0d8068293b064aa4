import type { Body, Fields } from './team.ts';

const PLAIN = 'application/x-www-form-urlencoded';
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const encode = (fields: Fields) => new URLSearchParams(fields).toString();
const plain = (content: string | Uint8Array<ArrayBuffer>): Body => ({ type: PLAIN, content });
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))),
  );

function part(name: string, value: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
}
const END = `--${BOUNDARY}--\r\n`;
const partsOf = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join('');
const multipart = (content: string | Uint8Array<ArrayBuffer>): Body => ({ type: MULTIPART, content });

/** The form as multipart. */
export function asParts(fields: Fields): Body {
  return multipart(partsOf(fields) + END);
}

/** Request bodies that no page of the site sends, made from the fields of a form. Each must be refused with a 4xx. */
export const HOSTILE_BODIES: { [kind: string]: (fields: Fields) => Body } = {
  'the largest index': (fields) => plain(`${encode(fields)}&email=a&email[4294967294]=1`),
  'an index of 30 million': (fields) => plain(`${encode(fields)}&name[30000000]=1`),
  'an index on each own field': (fields) =>
    plain(`${encode(fields)}&${[...Object.keys(fields), 'x'].map((name) => `${name}[4294967294]=1`).join('&')}`),
  'an intent that is no JSON': (fields) => plain(`${encode(fields)}&__intent__={`),
  'an intent that makes a list': (fields) =>
    plain(
      `${encode(fields)}&${encode({ __intent__: '{"type":"insert","payload":{"name":"email","index":4294967294}}' })}`,
    ),
  'a state that is no JSON': (fields) => plain(`${encode(fields)}&__state__={`),
  'a method of texts as a member': (fields) => plain(`${encode(fields)}&email=a&email.toString=1`),
  'the prototype by dots': (fields) => plain(`${encode(fields)}&email.__proto__.x=1&constructor.prototype.x=1`),
  'the prototype by brackets': (fields) => plain(`${encode(fields)}&email[__proto__]=1&a[constructor][prototype]=1`),
  '8,000 dots': (fields) => plain(`${encode(fields)}&a${'.b'.repeat(8_000)}=1`),
  '8,000 brackets': (fields) => plain(`${encode(fields)}&a${'[0]'.repeat(8_000)}=1`),
  '10,000 fields': (fields) => plain(`${encode(fields)}${'&a=1'.repeat(10_000)}`),
  '10,000 fields of different names': (fields) =>
    plain(`${encode(fields)}&${Array.from({ length: 10_000 }, (_, index) => index.toString(36)).join('&')}`),
  'its own fields, each 500 times': (fields) =>
    plain(
      Array(500)
        .fill(encode(fields))
        .join('&')
        .slice(0, 60_000)
        .replace(/&[^&]*$/, ''),
    ),
  'bytes that are no UTF-8': (fields) => plain(bytes(`${encode(fields)}&email=`, [0xff, 0xfe, 0xc0, 0x80])),
  'encoded bytes that are no UTF-8': (fields) => plain(`${encode(fields)}&email=%ff%c0%80`),
  'broken percent-encodings': (fields) => plain(`${encode(fields)}&email=%zz%&%=%u0041`),
  'a NUL': (fields) => plain(`${encode(fields)}&email=a%00b`),
  'a NUL in a name': (fields) => plain(`${encode(fields)}&em%00ail=a`),
  'a name of 60 kB': (fields) => plain(`${encode(fields)}&${'n'.repeat(60_000)}=1`),
  'more bytes than a form has': () => plain(`email=${'a'.repeat(70_000)}`),
  'no boundary': (fields) => ({ type: 'multipart/form-data', content: partsOf(fields) + END }),
  'another boundary': (fields) => ({ type: 'multipart/form-data; boundary=other', content: partsOf(fields) + END }),
  'a boundary that is too long': (fields) => ({
    type: `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
    content: partsOf(fields) + END,
  }),
  'no final boundary': (fields) => multipart(partsOf(fields)),
  'half a part': (fields) => multipart(`${partsOf(fields)}--${BOUNDARY}\r\nContent-Disp`),
  'a part without a name': (fields) =>
    multipart(`${partsOf(fields)}--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n${END}`),
  'a part without headers': (fields) => multipart(`${partsOf(fields)}--${BOUNDARY}\r\n\r\nx\r\n${END}`),
  'a part with 30 kB of headers': (fields) =>
    multipart(`${partsOf(fields)}--${BOUNDARY}\r\nX-A: ${'a'.repeat(30_000)}\r\n\r\nx\r\n${END}`),
  'parts with an index': (fields) => multipart(partsOf({ ...fields, 'email[4294967294]': '1' }) + END),
  '500 tiny parts': (fields) => multipart(partsOf(fields) + part('a', '1').repeat(500) + END),
  'a file where a text belongs': (fields) =>
    multipart(
      partsOf(fields) +
        Object.keys(fields)
          .map((name) => part(name, 'x', 'x.txt'))
          .join('') +
        part('email', 'x', 'x.txt') +
        END,
    ),
  'a file with a path and a NUL as its name': (fields) =>
    multipart(partsOf(fields) + part('email', 'x', '../../../etc/passwd\u0000.png') + END),
  'text parts that are no UTF-8': (fields) =>
    multipart(
      bytes(
        partsOf(fields),
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="email"\r\n\r\n`,
        [0xff, 0xc0],
        `\r\n${END}`,
      ),
    ),
  'no form': (fields) => ({ type: 'application/json', content: JSON.stringify(fields) }),
  'a type that forms of other sites may have': (fields) => ({ type: 'text/plain', content: encode(fields) }),
};
