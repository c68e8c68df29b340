import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Oklch } from './contrast.ts';

export const tokensCss = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8');

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Value of a custom property in tokens.css, unresolved. Throws if it is missing. */
export function tokenValue(name: string): string {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(tokensCss)?.[1];
  if (value === undefined) throw new Error(`tokens.css has no --${name}`);
  return value.trim();
}

/** An opaque color of tokens.css in one theme; `hue` replaces `var(--hue)`. */
export function tokenColor(name: string, theme: Theme, hue = 0): Oklch {
  const value = tokenValue(name).replaceAll('var(--hue)', String(hue));
  const both = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)];
  const [, lightness, chroma, angle] = both[theme === 'light' ? 0 : 1] ?? [];
  if (both.length !== 2) throw new Error(`--${name} is not a color of both themes: ${value}`);
  return { lightness: Number(lightness), chroma: Number(chroma), hue: Number(angle) };
}
