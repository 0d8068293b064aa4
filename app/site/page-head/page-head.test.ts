import { describe, expect, it } from 'vitest';
import site from '#site-config';
import type { PageServices } from '../../context/context.ts';
import { createPageHead, pageMeta } from './page-head.ts';

const services = { config: site, origin: 'https://meki.example' } as PageServices;
const both = { es: '/estudios/a', en: '/en/studies/a' };

describe('the head of a page', () => {
  it('names the canonical address and every language, with the default one for all others', () => {
    const head = createPageHead(services, 'en', { title: 'A', description: 'D', published: both });
    expect(head.canonical).toBe('https://meki.example/en/studies/a');
    expect(head.alternates).toEqual([
      { language: 'es-MX', href: 'https://meki.example/estudios/a' },
      { language: 'en-US', href: 'https://meki.example/en/studies/a' },
      { language: 'x-default', href: 'https://meki.example/estudios/a' },
    ]);
  });

  it('names no alternates for a page of one language', () => {
    const head = createPageHead(services, 'es', { title: 'A', description: 'D', published: { es: '/noticias/a' } });
    expect(head.alternates).toEqual([]);
  });

  it('keeps search engines from a text shown in another language, and names the original', () => {
    const head = createPageHead(services, 'en', {
      title: 'A',
      description: 'D',
      published: { es: '/estudios/a' },
      readable: { en: '/en/studies/a' },
      canonicalPath: '/estudios/a',
      noindex: true,
    });
    expect(head.canonical).toBe('https://meki.example/estudios/a');
    expect(head.languages).toEqual({ es: '/estudios/a', en: '/en/studies/a' });
    expect(pageMeta(head)).toContainEqual({ name: 'robots', content: 'noindex' });
  });

  it('carries the query of the page in all of its addresses', () => {
    const head = createPageHead(services, 'es', { title: 'A', description: 'D', published: both, search: '?page=2' });
    expect(head.canonical).toMatch(/\?page=2$/);
    expect(head.languages.en).toBe('/en/studies/a?page=2');
  });

  it('names no preview picture, and no card for one, if it has none', () => {
    const { image, ...head } = createPageHead(services, 'es', { title: 'A', description: 'D', published: both });
    expect(image?.url).toBe('https://meki.example/media/titles/es.jpg');
    expect(JSON.stringify(pageMeta(head))).not.toMatch(/og:image|twitter:card/);
  });

  it('says the name of the site once', () => {
    const title = (text: string) =>
      pageMeta(createPageHead(services, 'es', { title: text, description: '', published: both }))[0];
    expect(title('Estudios')).toEqual({ title: 'Estudios · Meki Imagen' });
    expect(title('Meki Imagen')).toEqual({ title: 'Meki Imagen' });
  });

  it('has the organization that other nodes refer to, once, unless search engines are kept out', () => {
    const head = (rest: object) =>
      createPageHead(services, 'en', { title: 'A', description: '', published: both, ...rest });
    const id = 'https://meki.example/#organization';
    expect(head({}).jsonLd).toMatchObject([{ '@id': id, '@type': 'MedicalClinic', name: 'Meki Imaging' }]);
    expect(head({ jsonLd: [{ '@type': 'WebSite' }] }).jsonLd).toMatchObject([{ '@id': id }, { '@type': 'WebSite' }]);
    const own = { '@type': 'Library', '@id': id };
    expect(head({ jsonLd: [own] }).jsonLd).toEqual([own]);
    expect(head({ noindex: true }).jsonLd).toEqual([]);
  });

  it('is empty for a page whose data could not be read', () => {
    expect(pageMeta(undefined)).toEqual([]);
  });
});
