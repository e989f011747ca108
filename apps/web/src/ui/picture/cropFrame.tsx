import type { KeyboardEvent, PointerEvent } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { type Crop, placement } from './crop.ts';
import { pictureMessages } from './messages.ts';
import type { Picture } from './picture.ts';
import css from './pictureField.module.css';

/** px; the frame in which the section is chosen. */
export const frame = 144;
const percent = (part: number) => `${part * 100}%`;

/** A step of an arrow key, in parts of the frame. */
const step = 1 / 32;
const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

interface CropFrameProps {
  picture: Picture;
  crop: Crop;
  round: boolean;
  onChange: (part: Partial<Crop>) => void;
}

/** Shows the frame in which a picture is moved, by pointer or arrow keys. */
export function CropFrame({ picture, crop, round, onChange }: CropFrameProps) {
  const t = useMessages(pictureMessages);
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    onChange({ x: crop.x + event.movementX / frame, y: crop.y + event.movementY / frame });
  };
  const nudge = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (!by) return;
    event.preventDefault();
    onChange({ x: crop.x + by[0], y: crop.y + by[1] });
  };
  const { left, top, width, height } = placement(picture, crop);
  return (
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
        style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
      />
    </div>
  );
}
