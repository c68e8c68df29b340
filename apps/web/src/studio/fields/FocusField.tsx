import type { ImageRef, PictureFocus } from '@portico/kinds/media';
import { imageUrl } from '@portico/kinds/mediaUrls';
import { PortalImage } from '@portico/kinds/page/PortalImage';
import { Button } from '@portico/ui/Button';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { t } from '../../locale/text.ts';
import { withProperty } from './formContext.ts';
import styles from './FocusField.module.css';

const CENTER: PictureFocus = { x: 50, y: 50 };
const STEP = 1;
const LARGE_STEP = 10;
/** Aspect ratios in which cards, pages and portraits show pictures. */
const crops = ['2 / 1', '3 / 2', '1'];

const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)));

/** Chooses what stays in view when the picture is cropped: by pressing or dragging on it, or with the arrow keys. */
export function FocusField({ image, onChange }: { image: ImageRef; onChange: (image: ImageRef) => void }) {
  const [dragged, setDragged] = useState<PictureFocus>();
  const across = useRef<HTMLInputElement>(null);
  const down = useRef<HTMLInputElement>(null);
  const focus = dragged ?? image.focus ?? CENTER;
  const choose = (next: PictureFocus) => onChange({ ...image, focus: next });
  const step = (event: KeyboardEvent) => {
    const by = event.shiftKey ? LARGE_STEP : STEP;
    const [x, y] = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    (x === 0 ? down : across).current?.focus();
    choose({ x: percent(focus.x + x), y: percent(focus.y + y) });
  };
  const { handlers } = useFocusDrag(setDragged, (next) => {
    setDragged(undefined);
    across.current?.focus({ preventScroll: true });
    if (next) choose(next);
  });
  return (
    <div className={styles.field} role="group" aria-label={t('studio.focus')}>
      <div className={styles.head}>
        <span className={styles.label}>{t('studio.focus')}</span>
        {image.focus && (
          <Button size="small" variant="quiet" onPress={() => onChange(withProperty(image, 'focus', undefined))}>
            {t('studio.focusCenter')}
          </Button>
        )}
      </div>
      <div className={styles.stage} {...handlers}>
        <img
          className={styles.picture}
          src={imageUrl(image, image.widths.find((width) => width >= 640) ?? image.widths.at(-1) ?? image.width)}
          alt=""
          width={image.width}
          height={image.height}
          draggable={false}
        />
        <span className={styles.point} style={{ insetInlineStart: `${focus.x}%`, insetBlockStart: `${focus.y}%` }}>
          <input
            ref={across}
            type="range"
            onKeyDown={step}
            aria-label={t('studio.focusAcross')}
            aria-valuetext={t('studio.focusFromLeft', { n: focus.x })}
            value={focus.x}
            onChange={(event) => choose({ ...focus, x: percent(Number(event.target.value)) })}
          />
          <input
            ref={down}
            type="range"
            onKeyDown={step}
            aria-orientation="vertical"
            aria-label={t('studio.focusDown')}
            aria-valuetext={t('studio.focusFromTop', { n: focus.y })}
            value={focus.y}
            onChange={(event) => choose({ ...focus, y: percent(Number(event.target.value)) })}
          />
        </span>
      </div>
      <p className={styles.help}>{t('studio.focusHelp')}</p>
      <div className={styles.crops} aria-hidden="true">
        {crops.map((ratio) => (
          <PortalImage key={ratio} image={{ ...image, focus }} ratio={ratio} sizes="120px" isDecorative />
        ))}
      </div>
    </div>
  );
}

/** Tracks a pointer on the picture; `onDone` gets the last point, or nothing if the browser canceled the pointer. */
function useFocusDrag(onMove: (focus: PictureFocus) => void, onDone: (focus?: PictureFocus) => void) {
  const pointer = useRef<number>(undefined);
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent): PictureFocus => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: percent(((clientX - left) / width) * 100), y: percent(((clientY - top) / height) * 100) };
  };
  return {
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        pointer.current = event.pointerId;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        event.preventDefault();
        onMove(pointOf(event));
      },
      onPointerMove(event: PointerEvent) {
        if (pointer.current === event.pointerId) onMove(pointOf(event));
      },
      onPointerUp(event: PointerEvent) {
        if (pointer.current !== event.pointerId) return;
        pointer.current = undefined;
        onDone(pointOf(event));
      },
      onPointerCancel() {
        pointer.current = undefined;
        onDone();
      },
    },
  };
}
