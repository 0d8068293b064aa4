import { useRef, useState } from 'react';
import { buttonStyle } from '../button-style.ts';
import { TextField } from './field.tsx';

interface CopyFieldProps {
  name: string;
  label: string;
  value: string;
  texts: { copy: string; copied: string; copyByHand: string };
}

/** A text to copy, with a button for it where there is script. */
export function CopyField({ name, label, value, texts }: CopyFieldProps) {
  const [told, setAnnouncement] = useState<'copied' | 'copyByHand'>();
  const box = useRef<HTMLDivElement>(null);
  /** The clipboard may be missing, as without https, or refused. */
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setAnnouncement('copied');
    } catch {
      box.current?.querySelector('input')?.select();
      setAnnouncement('copyByHand');
    }
  }
  return (
    <div ref={box} className="mt-3 grid max-w-xl gap-3">
      <TextField name={name} label={label} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
      <div className="noscript:hidden">
        <button type="button" className={buttonStyle('plain')} onClick={() => void copy()}>
          {texts.copy}
        </button>
        <span role="status" className="ms-3 text-fine">
          {told && texts[told]}
        </span>
      </div>
    </div>
  );
}
