import { Button, Group, Input, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../../platform/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { type Crop, clampCrop, coverZoom, placement, wholePicture } from './crop.ts';
import { pictureMessages } from './messages.ts';
import { makePicture, maxKilobytes, minPicture, type Picture, pictureTypes, readPicture } from './picture.ts';
import css from './pictureField.module.css';

/** px; the frame in which the section is chosen. */
const frame = 144;
const percent = (part: number) => `${part * 100}%`;

interface PictureFieldProps {
  label: string;
  /** Address of the picture that is there already. */
  current?: string | undefined;
  /** A circle that the picture always fills, for people; else a square that it may leave room in. */
  round?: boolean;
  /** Gets the PNG, or nothing. */
  onChange: (png: Uint8Array | undefined) => void;
}

/** Chooses a picture and the section of it that is kept, as a PNG of 128 px. */
export function PictureField({ label, current, round = false, onChange }: PictureFieldProps) {
  const t = useMessages(pictureMessages);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<Picture>();
  const [crop, setCrop] = useState<Crop>(wholePicture);
  const [error, setError] = useState<string>();
  const report = useRef(onChange);
  report.current = onChange;

  useEffect(() => {
    if (!picture) return;
    let stale = false;
    void makePicture(picture, crop).then((png) => {
      if (!stale) report.current(png);
    });
    return () => {
      stale = true;
    };
  }, [picture, crop]);

  const forget = () => {
    if (picture) URL.revokeObjectURL(picture.url);
    setPicture(undefined);
    onChange(undefined);
  };

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const read = await readPicture(file);
    if (typeof read === 'string') {
      const text =
        read === 'type'
          ? t('invalidType')
          : t('imageSize', { width: minPicture, height: minPicture, size: maxKilobytes });
      toast.error(text);
      setError(text);
      return;
    }
    const whole = { ...wholePicture, zoom: round ? coverZoom(read) : 0 };
    // Before it shows, so that whoever saves at once saves the picture, too.
    const png = await makePicture(read, whole);
    forget();
    setError(undefined);
    setCrop(whole);
    setPicture(read);
    report.current(png);
  };

  const change = (part: Partial<Crop>) => {
    if (picture) setCrop((before) => clampCrop(picture, { ...before, ...part }));
  };
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    change({ x: crop.x + event.movementX / frame, y: crop.y + event.movementY / frame });
  };
  const nudge = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    change({ x: crop.x + step[0] / 32, y: crop.y + step[1] / 32 });
  };

  const at = picture && placement(picture, crop);
  return (
    <Input.Wrapper label={label} description={t('hint')} error={error} labelProps={{ htmlFor: id }}>
      <input
        ref={input}
        id={id}
        type="file"
        accept={pictureTypes.join(',')}
        className={css.input}
        tabIndex={-1}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Group align="center" gap="lg" mt="sm">
        {picture && at && (
          // biome-ignore lint/a11y/useSemanticElements: there is no native element for moving a picture in a frame
          <div
            className={css.frame}
            data-round={round || undefined}
            role="group"
            aria-label={t('crop')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
            tabIndex={0}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onKeyDown={nudge}
          >
            <img
              src={picture.url}
              alt=""
              draggable={false}
              style={{
                left: percent(at.left),
                top: percent(at.top),
                width: percent(at.width),
                height: percent(at.height),
              }}
            />
          </div>
        )}
        {!picture && current && (
          <div className={css.frame} data-round={round || undefined} data-still>
            <img src={current} alt="" width={frame} height={frame} />
          </div>
        )}
        <div className={css.controls}>
          {picture && (
            <label className={css.zoom}>
              <Text size="sm">{t('zoom')}</Text>
              <input
                type="range"
                min={round ? coverZoom(picture) : 0}
                max={1}
                step={0.01}
                value={crop.zoom}
                onChange={(event) => change({ zoom: Number(event.currentTarget.value) })}
              />
            </label>
          )}
          <Group gap="sm">
            <Button variant="default" onClick={() => input.current?.click()}>
              {t(picture || current ? 'change' : 'choose')}
            </Button>
            {(picture || current) && (
              <Button variant="subtle" color="gray.9" onClick={forget}>
                {t('remove')}
              </Button>
            )}
          </Group>
        </div>
      </Group>
    </Input.Wrapper>
  );
}
