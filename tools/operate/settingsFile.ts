import { readFileSync } from 'node:fs';

const WHITESPACE = ' \t\r';
/** After a backslash in double quotes, only these characters lose the backslash. */
const ESCAPED_IN_QUOTES = '"\\`$';

type State = 'line' | 'comment' | 'name' | 'start' | 'value' | 'escape' | 'single' | 'double' | 'doubleEscape';

/**
 * Parses settings as systemd does for `EnvironmentFile=`, which differs from Node's `--env-file`: a `#` within a value
 * does not begin a comment. Source: systemd.exec(5) and systemd's env-file.c.
 */
export function parseSettings(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  let state: State = 'line';
  let name = '';
  let value = '';
  /** The part of the value that trailing whitespace must not be cut from. */
  let fixed = 0;
  const finish = () => {
    while (value.length > fixed && WHITESPACE.includes(value.at(-1)!)) value = value.slice(0, -1);
    settings[name.trim()] = value;
    [name, value, fixed, state] = ['', '', 0, 'line'];
  };
  for (const letter of `${text}\n`) {
    const isNewline = letter === '\n';
    switch (state) {
      case 'line':
        if (letter === '#' || letter === ';') state = 'comment';
        else if (!isNewline && !WHITESPACE.includes(letter)) [name, state] = [letter, 'name'];
        break;
      case 'comment':
        if (isNewline) state = 'line';
        break;
      case 'name':
        if (isNewline) [name, state] = ['', 'line'];
        else if (letter === '=') state = 'start';
        else name += letter;
        break;
      case 'start':
      case 'value':
        if (isNewline) finish();
        else if (letter === '\\') state = 'escape';
        else if (state === 'start' && letter === "'") state = 'single';
        else if (state === 'start' && letter === '"') state = 'double';
        else if (state === 'value' || !WHITESPACE.includes(letter)) [value, state] = [value + letter, 'value'];
        break;
      case 'escape':
        if (!isNewline) value += letter;
        fixed = value.length;
        state = 'value';
        break;
      case 'single':
        if (letter === "'") [fixed, state] = [value.length, 'start'];
        else value += letter;
        break;
      case 'double':
        if (letter === '"') [fixed, state] = [value.length, 'start'];
        else if (letter === '\\') state = 'doubleEscape';
        else value += letter;
        break;
      case 'doubleEscape':
        if (ESCAPED_IN_QUOTES.includes(letter)) value += letter;
        else if (!isNewline) value += `\\${letter}`;
        state = 'double';
        break;
    }
  }
  return settings;
}

/** The settings of these files; a later file overrides an earlier one. Throws an Error that says what to do. */
export function readSettings(files: string[], account: string): Record<string, string> {
  return Object.assign({}, ...files.map((file) => readFile(file, account))) as Record<string, string>;
}

function readFile(file: string, account: string): Record<string, string> {
  const settings = parseSettings(readText(file, account));
  const names = Object.keys(settings);
  const wrong = names.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  // systemd ignores such a line, so the portal would run without it.
  if (wrong !== undefined)
    throw new Error(
      `${file}: “${wrong}” is not the name of a setting. Lines have the form NAME=value, without export.`,
    );
  if (names.length === 0) throw new Error(`${file} has no settings: lines of the form NAME=value.`);
  return settings;
}

function readText(file: string, account: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`There is no settings file ${file}.`, { cause: error });
    if (code !== 'EACCES') throw new Error(`${file} can’t be read: ${message}.`, { cause: error });
    throw new Error(`${account} cannot read ${file}. Run this command as root, with sudo.`, { cause: error });
  }
}
