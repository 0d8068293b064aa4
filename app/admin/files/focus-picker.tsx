import type { ReactNode } from 'react';
import type { Focus } from '#core/media/picture-variants.ts';
import { focusAttribute } from '../../site/pictures/picture.tsx';

interface FocusPickerProps {
  focus: Focus;
  onChange: (focus: Focus) => void;
  words: {
    /** What the two sliders do. */
    axes: { x: string; y: string };
    at: (percent: number) => string;
  };
  /** The picture, whole. */
  children: ReactNode;
}

/** Chooses the point of a picture that stays in sight where it is cut: by a press on the picture, or by two sliders. */
export function FocusPicker({ focus, onChange, words, children }: FocusPickerProps) {
  const tenth = (at: number, from: number, size: number) =>
    Math.min(10, Math.max(0, Math.round(((at - from) / Math.max(1, size)) * 10)));
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the sliders do the same by keyboard */}
      <div
        {...focusAttribute(focus)}
        className="relative mx-auto w-fit cursor-crosshair overflow-hidden rounded-control bg-sunken [&_img]:max-h-[24rem] [&_img]:w-auto"
        onClick={({ currentTarget, clientX, clientY }) => {
          const { left, top, width, height } = currentTarget.getBoundingClientRect();
          onChange({ x: tenth(clientX, left, width), y: tenth(clientY, top, height) });
        }}
      >
        {children}
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-[var(--focus-y,50%)] left-[var(--focus-x,50%)] size-8 -translate-1/2 rounded-full border-3 border-white bg-action/40 shadow-[0_0_0_2px_#000]"
        />
      </div>
      {(['x', 'y'] as const).map((axis) => (
        <label key={axis} className="grid gap-1">
          <span className="font-medium">{words.axes[axis]}</span>
          <input
            type="range"
            name={axis}
            min={0}
            max={10}
            value={focus[axis]}
            aria-valuetext={words.at(focus[axis] * 10)}
            className="min-h-11 w-full accent-action"
            onChange={({ currentTarget }) => onChange({ ...focus, [axis]: currentTarget.valueAsNumber })}
          />
        </label>
      ))}
    </>
  );
}
