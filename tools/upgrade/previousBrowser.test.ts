import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withoutAddressBar } from './previousBrowser.ts';

function startedWith(...args: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'portico-previous-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const browser = join(folder, `a person's browser`);
  writeFileSync(browser, '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  return execFileSync(withoutAddressBar(browser, folder), args, { encoding: 'utf8' }).trimEnd().split('\n');
}

const ADDRESS_BAR = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup';

test.skipIf(process.platform === 'win32')(
  'the browser of the previous release gets every argument, and its last list also disables the address bar [BASE-082]',
  () => {
    const given = ['--headless', '--disable-features=One,Two', '--lang=with spaces', '', 'about:blank'];
    expect(startedWith(...given)).toEqual([...given, `--disable-features=One,Two,${ADDRESS_BAR}`]);
    expect(startedWith('--disable-features=One', '--disable-features=Two').at(-1)).toBe(
      `--disable-features=Two,${ADDRESS_BAR}`,
    );
    expect(startedWith('--headless')).toEqual(['--headless', `--disable-features=${ADDRESS_BAR}`]);
  },
);
