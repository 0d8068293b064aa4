import { describe, expect, it } from 'vitest';
import { headerRoom } from './header-room.ts';

const links = (...labels: string[]) => labels.map((label) => ({ label, href: `/${label}` }));

describe('the links of a header', () => {
  it('stand beside the name from 1024 px on where they have room', () => {
    const navigation = links('Exams', 'Articles', 'News', 'About us', 'Contact');
    expect(headerRoom({ name: 'Meki Imaging', navigation }, ['Español'])).toBe('lg');
  });

  it('are in the menu up to 1280 px where they have none', () => {
    const navigation = links('Estudios', 'Artículos', 'Noticias', 'Preguntas frecuentes', 'Quiénes somos', 'Contacto');
    expect(headerRoom({ name: 'Meki Imagen', navigation }, ['English'])).toBe('xl');
  });

  it('count ideographs as wider, and icons and further languages', () => {
    const navigation = links('文章', '新闻和公告', '常见问题解答', '关于我们的中心', '联系方式和地址', '预约检查');
    expect(headerRoom({ name: '影像中心', navigation: links('a', 'b') }, ['English'])).toBe('lg');
    expect(headerRoom({ name: '影像中心', navigation }, ['English', 'Español'])).toBe('xl');
    const icon = { width: 24, height: 24, body: '<path/>' };
    const some = links('Studios', 'Articles', 'News', 'Questions', 'About us');
    expect(headerRoom({ name: 'Meki Imagen', navigation: some }, ['English'])).toBe('lg');
    const withIcons = some.map((link) => ({ ...link, icon }));
    expect(headerRoom({ name: 'Meki Imagen', navigation: withIcons }, ['English', 'Português', 'Deutsch'])).toBe('xl');
  });

  it('count what opens further ones, and stay in the menu if there are too many or too long ones for two lines', () => {
    const some = links('Studios', 'Articles', 'News', 'Questions', 'About us');
    const opening = some.map((link) => ({ ...link, below: links('a') }));
    expect(headerRoom({ name: 'Meki Imagen', navigation: opening }, ['English', 'Português'])).toBe('xl');
    expect(headerRoom({ name: 'Meki', navigation: links(...Array(300).fill('Studies')) }, ['English'])).toBe('none');
    const words = ['Estudios', 'Artículos', 'Noticias', 'Preguntas frecuentes', 'Quiénes somos', 'Contacto'];
    expect(headerRoom({ name: 'Meki', navigation: links(...words, 'Nosotros') }, ['English'])).toBe('xl');
    expect(headerRoom({ name: 'Meki', navigation: links(...words, 'Nosotros', 'Tecnologías') }, ['English'])).toBe(
      'xl',
    );
    const long = links(...words, 'Otorrinolaringología', 'Gastroenterología');
    expect(headerRoom({ name: 'Meki', navigation: long }, ['English']), 'a word is not cut').toBe('none');
    expect(headerRoom({ name: 'Meki', navigation: links('x'.repeat(200), 'y'.repeat(200)) }, ['English'])).toBe('none');
  });
});
