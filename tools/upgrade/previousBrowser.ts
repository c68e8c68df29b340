import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADDRESS_BAR_PAGES } from '@portico/e2e/support/chromium';

/**
 * Stores a program in `folder` that starts `browser` without the pages of its address bar, and returns its path. A
 * release from before decision 305 loads them with each page. Chromium reads only the last list of disabled features,
 * so the program repeats the one that it gets.
 */
export function withoutAddressBar(browser: string, folder: string): string {
  if (process.platform === 'win32') return browser;
  const program = join(folder, 'browser.sh');
  const script = `#!/bin/sh
features=
for argument in "$@"; do
  case $argument in --disable-features=*) features=\${argument#*=}, ;; esac
done
exec '${browser.replaceAll("'", String.raw`'\''`)}' "$@" "--disable-features=\${features}${ADDRESS_BAR_PAGES.join(',')}"
`;
  writeFileSync(program, script, { mode: 0o755 });
  return program;
}
