import { pageParts, type SignatureMark } from '@kontor/contract/nouns/signing';
import type { SVGProps } from 'react';
import css from './signing.module.css';

const pathOf = (stroke: readonly number[]): string => {
  const points: string[] = [];
  for (let i = 0; i + 1 < stroke.length; i += 2) points.push(`${stroke[i]},${stroke[i + 1]}`);
  return points.join(' ');
};

interface StrokesProps extends SVGProps<SVGSVGElement> {
  label: string;
  strokes: readonly number[][];
}

/** Shows strokes of a drawn signature, on their sheet. */
export function Strokes({ label, strokes, ...rest }: StrokesProps) {
  return (
    <svg viewBox={`0 0 ${pageParts} ${pageParts / 2}`} role="img" aria-label={label} {...rest}>
      {strokes.map((stroke, i) => (
        <polyline
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only ever added at the end
          key={i}
          points={pathOf(stroke)}
          fill="none"
          stroke="#0d2a6b"
          strokeWidth={120}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}

/** Shows the look of a signature as it will stand in the document. */
export function SignatureLook({ mark, label }: { mark: SignatureMark; label: string }) {
  return 'typed' in mark ? (
    <p className={css.typed}>{mark.typed}</p>
  ) : (
    <Strokes strokes={mark.strokes} className={css.kept} label={label} />
  );
}
