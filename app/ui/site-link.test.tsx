import { renderToString } from 'react-dom/server';
import { Link, StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { SiteLink } from './site-link.tsx';

const render = (link: React.ReactNode) =>
  renderToString(<StaticRouter location="/en/studies/mri">{link}</StaticRouter>);

test.each([
  '/',
  '/en/faq#how-long',
  '/estudios?tag=niños&page=2',
  '/search?q=a//b',
  '/a/',
  '//other.example/a',
  '/\\other.example',
  '/a//b',
  '/a/./b/../c',
  '/a/.well-known',
  '/a?',
  '/a#',
  '/a?#b',
  '?page=2',
  '#contents',
  'here',
  '..',
  '',
])('the server writes a link to "%s" as the router does', (to) => {
  const rest = { className: 'link', 'aria-label': 'Here' };
  expect(render(<SiteLink to={to} preventScrollReset {...rest} />)).toBe(
    render(<Link discover="none" to={to} {...rest} />),
  );
});
