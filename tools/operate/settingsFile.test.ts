import { describe, expect, test } from 'vitest';
import { parseSettings } from './settingsFile.ts';

describe('a settings file', () => {
  test.for([
    ['PASSWORD=pa#ss;word', 'pa#ss;word'],
    ['PASSWORD=  two words \t', 'two words'],
    ['PASSWORD="two words " ', 'two words '],
    [`PASSWORD='a"b\\c'`, 'a"b\\c'],
    ['PASSWORD="a\\"b\\\\c\\d"', 'a"b\\c\\d'],
    ['PASSWORD=a\\\\b\\ ', 'a\\b '],
    ['PASSWORD="one"\'two\'three', 'onetwothree'],
    ['PASSWORD=one\\\ntwo', 'onetwo'],
    ['PASSWORD=it"s', 'it"s'],
    ['PASSWORD=a=b$c', 'a=b$c'],
    ['PASSWORD=', ''],
    [' PASSWORD =x', 'x'],
    ['PASSWORD=x\r', 'x'],
    ['# PASSWORD=no\n; PASSWORD=no\nno\nPASSWORD=yes', 'yes'],
    ['PASSWORD=first\nPASSWORD=second', 'second'],
  ] as const)('is read as systemd reads it: %j [OPS-490]', ([text, value]) => {
    expect(parseSettings(text)).toEqual({ PASSWORD: value });
  });
});
