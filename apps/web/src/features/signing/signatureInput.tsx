import { maxTypedSignature, pageParts, type SignatureMark } from '@kontor/contract/nouns/signing';
import { Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import { type PointerEvent, useRef, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { signingMessages } from './messages.ts';
import { SignatureLook, Strokes } from './signatureLook.tsx';
import css from './signing.module.css';

interface SignatureInputProps {
  name: string;
  /** The look that was kept for the next time. */
  kept: SignatureMark | undefined;
  value: SignatureMark;
  onChange: (mark: SignatureMark) => void;
  onForget: () => void;
}

/** Most points of a drawn signature: more shows no better. */
const maxPoints = 3_000;

/** Takes a signature: drawn with pointer, finger or pen, typed, or the one that was kept. */
export function SignatureInput({ name, kept, value, onChange, onForget }: SignatureInputProps) {
  const t = useMessages(signingMessages);
  const how = value === kept ? 'kept' : 'strokes' in value ? 'draw' : 'type';
  const marks = { kept: kept!, draw: { strokes: [] }, type: { typed: name } };
  return (
    <div>
      <SegmentedControl
        fullWidth
        mb="xs"
        aria-label={t('yourSignature')}
        data={[
          ...(kept ? [{ value: 'kept', label: t('kept') }] : []),
          { value: 'type', label: t('type') },
          { value: 'draw', label: t('draw') },
        ]}
        value={how}
        onChange={(next) => onChange(marks[next as keyof typeof marks])}
      />
      {how === 'kept' && (
        <>
          <SignatureLook mark={value} label={t('yourSignature')} />
          <Button size="compact-sm" variant="subtle" mt={4} onClick={onForget}>
            {t('forget')}
          </Button>
        </>
      )}
      {how === 'draw' && 'strokes' in value && (
        <Pad strokes={value.strokes} onChange={(strokes) => onChange({ strokes })} />
      )}
      {how === 'type' && 'typed' in value && (
        <TextInput
          label={t('typedName')}
          maxLength={maxTypedSignature}
          value={value.typed}
          onChange={(event) => onChange({ typed: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Shows the sheet that a signature is drawn on. */
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
      <Strokes
        className={css.pad}
        strokes={current ? [...strokes, current] : strokes}
        label={t('drawHere')}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
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
