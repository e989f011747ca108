import { pageParts, type SignatureMark } from '@kontor/contract/nouns/signing';
import { Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import { type PointerEvent, useRef, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { signingMessages } from './messages.ts';
import css from './signing.module.css';

interface SignatureInputProps {
  name: string;
  value: SignatureMark;
  onChange: (mark: SignatureMark) => void;
}

/** Most points of a drawn signature: more shows no better. */
const maxPoints = 3_000;

const pathOf = (stroke: readonly number[]): string => {
  const points: string[] = [];
  for (let i = 0; i + 1 < stroke.length; i += 2) points.push(`${stroke[i]},${stroke[i + 1]}`);
  return points.join(' ');
};

/** Takes a signature: drawn with pointer, finger or pen, or typed. */
export function SignatureInput({ name, value, onChange }: SignatureInputProps) {
  const t = useMessages(signingMessages);
  const isDrawn = 'strokes' in value;
  return (
    <div>
      <SegmentedControl
        fullWidth
        mb="xs"
        aria-label={t('yourSignature')}
        data={[
          { value: 'type', label: t('type') },
          { value: 'draw', label: t('draw') },
        ]}
        value={isDrawn ? 'draw' : 'type'}
        onChange={(how) => onChange(how === 'draw' ? { strokes: [] } : { typed: name })}
      />
      {isDrawn ? (
        <Pad strokes={value.strokes} onChange={(strokes) => onChange({ strokes })} />
      ) : (
        <TextInput
          label={t('typedName')}
          maxLength={80}
          value={value.typed}
          onChange={(event) => onChange({ typed: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** The sheet that a signature is drawn on. */
function Pad({ strokes, onChange }: { strokes: number[][]; onChange: (strokes: number[][]) => void }) {
  const t = useMessages(signingMessages);
  const [current, setCurrent] = useState<number[]>();
  const latest = useRef<number[]>([]);
  const place = ({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>): number[] => {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const part = (at: number, most: number) =>
      Math.max(0, Math.min(most, Math.round((at / width) * pageParts)));
    return [part(clientX - left, pageParts), part(clientY - top, pageParts / 2)];
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    latest.current = place(event);
    setCurrent(latest.current);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (!current || strokes.flat().length + latest.current.length >= 2 * maxPoints) return;
    latest.current = [...latest.current, ...place(event)];
    setCurrent(latest.current);
  };
  const end = () => {
    if (current && latest.current.length >= 4) onChange([...strokes, latest.current]);
    setCurrent(undefined);
  };
  return (
    <>
      <svg
        className={css.pad}
        viewBox={`0 0 ${pageParts} ${pageParts / 2}`}
        role="img"
        aria-label={t('drawHere')}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {[...strokes, ...(current ? [current] : [])].map((stroke, i) => (
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
      <Text size="xs" c="dimmed" mt={4}>
        {t('drawHint')}
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        mt={4}
        disabled={!strokes.length}
        onClick={() => onChange([])}
      >
        {t('clear')}
      </Button>
    </>
  );
}
