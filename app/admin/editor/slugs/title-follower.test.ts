import { describe, expect, test } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { createTitleFollower } from './title-follower.ts';

function write(doc: Doc, name: 'title' | 'slug', words: string) {
  doc.transact(() => {
    doc.getText(name).delete(0, doc.getText(name).length);
    doc.getText(name).insert(0, words);
  });
}

const slugOf = (doc: Doc) => doc.getText('slug').toString();

describe('the slug', () => {
  test('of a page that every site has is its own in every language, whatever the title', () => {
    const doc = new Doc();
    const follower = createTitleFollower(doc, 'en', { pageSlug: 'about' });
    for (const title of ['W', 'Who we are']) {
      write(doc, 'title', title);
      follower.follow();
    }
    expect(slugOf(doc)).toBe('about');
  });

  test('follows what is typed into the title', () => {
    const doc = new Doc();
    const follower = createTitleFollower(doc, 'es');
    for (const title of ['El', 'El ayuno', 'El ayuno, en breve']) {
      write(doc, 'title', title);
      follower.follow();
    }
    expect(slugOf(doc)).toBe('el-ayuno-en-breve');
  });

  test('goes on following a title that somebody else has changed in between, or that came late', () => {
    const doc = new Doc();
    const follower = createTitleFollower(doc, 'es');
    const other = new Doc();
    write(other, 'title', 'El ayuno');
    write(other, 'slug', 'el-ayuno');
    applyUpdate(doc, encodeStateAsUpdate(other));
    doc.getText('title').insert(8, ' breve');
    follower.follow();
    expect(slugOf(doc)).toBe('el-ayuno-breve');
  });

  test('steps aside from where another item stood, and goes on following', () => {
    const doc = new Doc();
    const follower = createTitleFollower(doc, 'es');
    write(doc, 'title', 'El ayuno');
    follower.follow();
    follower.stepAside('el-ayuno', 'el-ayuno-2');
    expect(slugOf(doc)).toBe('el-ayuno-2');
    write(doc, 'title', 'El ayuno breve');
    follower.follow();
    expect(slugOf(doc)).toBe('el-ayuno-breve');
    follower.stepAside('el-ayuno', 'el-ayuno-2');
    expect(slugOf(doc), 'of what it was').toBe('el-ayuno-breve');
  });

  test('goes on following a title that it stepped aside for before the page was open', () => {
    const doc = new Doc();
    write(doc, 'title', 'El ayuno');
    write(doc, 'slug', 'el-ayuno-2');
    const follower = createTitleFollower(doc, 'es');
    write(doc, 'title', 'El ayuno breve');
    follower.follow();
    expect(slugOf(doc)).toBe('el-ayuno-breve');
  });

  test('stands where another item stood if somebody wrote that, and steps aside if it is proposed again', () => {
    const doc = new Doc();
    const follower = createTitleFollower(doc, 'es');
    write(doc, 'title', 'El ayuno');
    follower.follow();
    follower.stepAside('el-ayuno', 'el-ayuno-2');
    write(doc, 'slug', 'el-ayuno');
    follower.stepAside('el-ayuno', 'el-ayuno-2');
    expect(slugOf(doc)).toBe('el-ayuno');
    follower.propose('el-ayuno');
    follower.stepAside('el-ayuno', 'el-ayuno-2');
    expect(slugOf(doc)).toBe('el-ayuno-2');
  });

  test('stays as somebody wrote it', () => {
    const doc = new Doc();
    const follower = createTitleFollower(doc, 'es');
    write(doc, 'title', 'El ayuno');
    follower.follow();
    write(doc, 'slug', 'otra');
    write(doc, 'title', 'El ayuno y el agua');
    follower.follow();
    expect(slugOf(doc)).toBe('otra');
  });
});
