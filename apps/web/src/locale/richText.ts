import { createElement, Fragment, type ReactNode } from 'react';
import { t, type TextKey } from './text.ts';

/** A text with elements in place of some values: `richText(key, { day: <time dateTime={instant}>…</time> })`. */
export function richText(
  key: TextKey,
  elements: Readonly<Record<string, ReactNode>>,
  values: Readonly<Record<string, string | number>> = {},
): ReactNode {
  const parts = t(key, values).split(/\{(\w+)\}/);
  // Every other part is the name of a value.
  const children = parts.map((part, index) => (index % 2 === 0 ? part : elements[part]));
  return createElement(Fragment, null, ...children);
}
