import { Button, Group, Input, Text } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { type Crop, clampCrop, coverZoom, wholePicture } from './crop.ts';
import { CropFrame, frame } from './cropFrame.tsx';
import { pictureMessages } from './messages.ts';
import {
  makePicture,
  maxKilobytes,
  maxPicture,
  minPicture,
  type Picture,
  pictureTypes,
  readPicture,
} from './picture.ts';
import css from './pictureField.module.css';

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
  /** The file chosen last: one that is read after it, or after the picture was removed, is dropped. */
  const newest = useRef<File>(undefined);
  useEffect(() => {
    return () => {
      newest.current = undefined;
    };
  }, []);
  useEffect(() => {
    return () => {
      if (picture) URL.revokeObjectURL(picture.url);
    };
  }, [picture]);

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
    newest.current = undefined;
    setError(undefined);
    setPicture(undefined);
    onChange(undefined);
  };

  const choose = async (file: File | undefined) => {
    if (!file) return;
    newest.current = file;
    const read = await readPicture(file);
    if (typeof read === 'string') {
      if (newest.current !== file) return;
      const text = {
        type: t('invalidType'),
        size: t('imageSize', { width: minPicture, height: minPicture, size: maxKilobytes }),
        pixels: t('imagePixels', { side: maxPicture }),
      }[read];
      toast.error(text);
      setError(text);
      return;
    }
    const whole = { ...wholePicture, zoom: round ? coverZoom(read) : 0 };
    // Before it shows, so that whoever saves at once saves the picture, too.
    const png = await makePicture(read, whole);
    if (newest.current !== file) return URL.revokeObjectURL(read.url);
    setError(undefined);
    setCrop(whole);
    setPicture(read);
    report.current(png);
  };

  const change = (part: Partial<Crop>) => {
    if (picture) setCrop((before) => clampCrop(picture, { ...before, ...part }));
  };
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
        {picture && <CropFrame picture={picture} crop={crop} round={round} onChange={change} />}
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
