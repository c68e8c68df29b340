import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { IconButton } from '../button/IconButton.tsx';
import styles from './Carousel.module.css';

interface CarouselControlsProps {
  slides: readonly { id: string; label: string }[];
  index: number;
  onGoTo: (index: number) => void;
  isPlaying: boolean;
  /** Without it, there is no pause button. */
  onPlayChange: ((isPlaying: boolean) => void) | undefined;
}

/** Pause, previous and next, and a dot for each slide. */
export function CarouselControls({ slides, index, onGoTo, isPlaying, onPlayChange }: CarouselControlsProps) {
  return (
    <div className={styles.controls} role="group" aria-label="Slide controls">
      {onPlayChange && (
        <IconButton
          size="small"
          label={isPlaying ? 'Pause slides' : 'Play slides'}
          icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          hasTooltip={false}
          onPress={() => onPlayChange(!isPlaying)}
        />
      )}
      <IconButton
        size="small"
        label="Previous slide"
        icon={<ChevronLeft aria-hidden="true" />}
        hasTooltip={false}
        onPress={() => onGoTo(index - 1)}
      />
      <div className={styles.dots}>
        {slides.map((slide, position) => (
          <button
            key={slide.id}
            type="button"
            className={styles.dot}
            aria-label={`Slide ${position + 1}: ${slide.label}`}
            aria-current={position === index || undefined}
            onClick={() => onGoTo(position)}
          />
        ))}
      </div>
      <IconButton
        size="small"
        label="Next slide"
        icon={<ChevronRight aria-hidden="true" />}
        hasTooltip={false}
        onPress={() => onGoTo(index + 1)}
      />
    </div>
  );
}
