import { findMentions } from '../../helpers/requests/find-mentions.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';

/** Articles in only one language, their hypothetical addresses in the other, and the pages that would mention them. */
const ARTICLES = [
  {
    own: '/articulos/que-llevar-a-su-cita',
    other: '/en/articles/que-llevar-a-su-cita',
    places: {
      listing: '/en/articles',
      search: '/en/search?q=cita',
      feed: '/en/feed.xml',
      sitemap: '/en/sitemap.xml',
    },
  },
  {
    own: '/en/articles/imaging-while-traveling',
    other: '/articulos/imaging-while-traveling',
    places: { listing: '/articulos', search: '/search?q=traveling', feed: '/feed.xml', sitemap: '/es/sitemap.xml' },
  },
];

for (const { own, other, places } of ARTICLES) {
  test(`${own} is nowhere in the other language`, async ({ request, reader }) => {
    const found = await findMentions(request, reader, places, other);
    expect(found).toEqual({ listing: false, search: false, feed: false, sitemap: false });
  });
}
