import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

/** Minified, because injecting it into a page takes longer than a check. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Does not preload style sheets, because the only rule that needs them is experimental and does not run. */
export const axeOptions: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/** Injects axe unless the page's document already has it. */
export async function ensureAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
}
