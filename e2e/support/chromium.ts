import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LaunchOptions } from '@playwright/test';

/**
 * A full Chromium loads these two pages of its address bar for each window, even when it has none to show. That costs
 * as much CPU as the portal's page. The headless shell does not have them.
 */
const ADDRESS_BAR_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** How all browser tests start Chromium. */
export const launchOptions: LaunchOptions = {
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...playwrightFeatures(), ...ADDRESS_BAR_PAGES].join(',')}`,
  ],
};

/** What Playwright disables itself: Chromium reads only the last such list, and Playwright does not export its own. */
function playwrightFeatures(): string[] {
  const source = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8');
  const [, list] = /^ *disabledFeatures = \[(.*?)^ *\]/ms.exec(source) ?? [];
  const features = [...(list ?? '').matchAll(/^ *"(\w+)"/gm)].map(([, name]) => name!);
  if (features.length === 0) throw new Error('Playwright’s list of disabled features is no longer where it was.');
  return features;
}
