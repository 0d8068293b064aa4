import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type RouteHandle, useLayoutName } from './route-handle.ts';

function Layout() {
  return (
    <>
      {useLayoutName()}
      <Outlet />
    </>
  );
}

/** The layout of a page whose routes have these handles, outermost first. */
function layoutOf(...handles: (RouteHandle | undefined)[]): string {
  const [page, ...around] = handles.toReversed();
  const innermost = { path: '/', element: null, handle: page };
  const routes = around.reduce<object>((child, handle) => ({ handle, children: [child] }), innermost);
  const router = createMemoryRouter([{ element: <Layout />, children: [routes] }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('a page that chooses none has the default layout', () => {
  expect(layoutOf(undefined)).toBe('default');
  expect(layoutOf({ colorMode: 'dark' })).toBe('default');
});

test.each(['default', 'content', 'simple', 'admin'] as const)(
  'a page has the layout %s if its route says so',
  (name) => {
    expect(layoutOf({ layout: name })).toBe(name);
  },
);

test('a page has the layout of a route around it, unless it chooses its own', () => {
  expect(layoutOf({ layout: 'admin' }, undefined)).toBe('admin');
  expect(layoutOf({ layout: 'admin' }, { layout: 'content' })).toBe('content');
});
