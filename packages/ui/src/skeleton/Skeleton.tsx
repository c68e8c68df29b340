import type { CSSProperties, ReactNode } from 'react';
import styles from './Skeleton.module.css';
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';

export interface SkeletonProps {
  shape?: 'text' | 'box' | 'circle';
  /** CSS lengths; the height of text comes from the surrounding font. */
  width?: string;
  height?: string;
  /** For text: number of lines, of which the last is shorter. */
  lines?: number;
  /** For boxes: width / height, such as "16 / 9". */
  ratio?: string;
}

/**
 * A placeholder for content that is still loading. Hidden from screen readers; wrap the region in SkeletonGroup to
 * announce it.
 */
export function Skeleton({ shape = 'text', width, height, lines = 1, ratio }: SkeletonProps) {
  const style: CSSProperties = { width, height, aspectRatio: ratio };
  if (shape !== 'text') return <span aria-hidden="true" className={styles[shape]} style={style} />;
  return Array.from({ length: lines }, (_, line) => (
    <span
      key={line}
      aria-hidden="true"
      className={styles.text}
      style={style}
      data-last={(lines > 1 && line === lines - 1) || undefined}
    />
  ));
}

/**
 * Contains skeletons and announces once what is loading. Without a `label` it is silent, for parts next to the main
 * content.
 */
export function SkeletonGroup({
  label,
  children,
  className,
}: {
  label?: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={className} aria-busy="true">
      {label !== undefined && <VisuallyHidden role="status">{label}</VisuallyHidden>}
      {children}
    </div>
  );
}
