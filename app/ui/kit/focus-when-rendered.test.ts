import { expect, test } from 'vitest';
import { focusWhenRendered } from './focus-when-rendered.ts';

/** A window with the focus on `button`, frames of 100 ms, and a control that is rendered when told. */
function createWindow() {
  let frame: (() => void) | undefined;
  let time = 0;
  let isRendered = false;
  let focused: string | null = 'button';
  let attempts = 0;
  const stop = focusWhenRendered(
    () => {
      attempts++;
      if (isRendered) focused = 'control';
      return isRendered;
    },
    {
      nextFrame: (work) => {
        frame = work;
      },
      focused: () => focused,
      now: () => time,
    },
  );
  return {
    stop,
    render: () => {
      isRendered = true;
    },
    focus: (element: string | null) => {
      focused = element;
    },
    /** Runs frames until nothing waits for one. @returns how many, at most 1,000 */
    frames(most = 1_000) {
      let count = 0;
      while (frame && count < most) {
        const work = frame;
        frame = undefined;
        time += 100;
        count++;
        work();
      }
      return count;
    },
    focused: () => focused,
    attempts: () => attempts,
  };
}

test('a control that is rendered later gets the focus then, once', () => {
  const page = createWindow();
  page.frames(20);
  expect(page.focused()).toBe('button');
  page.render();
  expect(page.frames()).toBe(1);
  expect(page.focused()).toBe('control');
});

test('a control that is never rendered is given up', () => {
  const page = createWindow();
  expect(page.frames()).toBe(100);
  page.render();
  expect(page.frames()).toBe(0);
});

test('a person who focuses something else meanwhile keeps it', () => {
  const page = createWindow();
  page.frames(5);
  page.focus('search');
  page.render();
  page.frames();
  expect(page.focused()).toBe('search');
});

test('a focus that was lost because its element went is not a choice of the person', () => {
  const page = createWindow();
  page.frames(5);
  page.focus(null);
  page.render();
  page.frames();
  expect(page.focused()).toBe('control');
});

test('nothing is tried once it was stopped', () => {
  const page = createWindow();
  page.stop();
  page.frames();
  expect(page.attempts()).toBe(0);
});
