import { isIP } from 'node:net';
import { applicationNames, type ApplicationName } from '@portico/contracts/applications';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import { isTimeZone } from '@portico/kinds/timeZone';
import { studioRoles, type StudioRole } from '@portico/contracts/studio/roles';

/* Parsers of settings. They throw an Error whose message completes “NAME …”. */

export const text = (value: string): string => value;

export const oneOf =
  <const Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return found;
  };

export const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  };

export const share = (value: string): number => {
  const number = Number(value);
  if (!(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1');
  return number;
};

export const yesNo = (value: string): boolean => oneOf('true', 'false')(value) === 'true';

export const list = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);

/** For values that may contain spaces themselves. */
export const commaList = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

export const someOf =
  <T>(parse: (entry: string) => T) =>
  (value: string): T[] => {
    const entries = list(value);
    if (entries.length === 0) throw new Error('must name at least one');
    return entries.map(parse);
  };

/** An address such as 10.0.0.7 or a network such as 10.0.0.0/8. */
export const network = (entry: string): string => {
  const [address = '', prefix = '0', ...rest] = entry.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits || rest.length > 0)
    throw new Error(`must list addresses or networks such as 10.0.0.0/8, not ${entry}`);
  return entry;
};

export const plainLine = (value: string): string => {
  if (/\p{C}/u.test(value)) throw new Error('must be one line of plain text');
  return value;
};

export const httpUrl = (value: string): string => {
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Error('must be an http or https address');
  return value.replace(/\/+$/, '');
};

/** What most addresses that can't be parsed lack. */
export const ENCODED =
  'special characters of the password percent-encoded: %40 for @, %2F for /, %23 for #, %3F for ?, %25 for %';

/**
 * Parses an address that may have a password. Without encoding, a “/”, “#” or “?” in it would end the host, and the
 * rest would be read as a path.
 */
function parseWithPassword(value: string, what: string): URL {
  const url = URL.parse(value);
  const isCut = url?.username === '' && url.password === '' && value.includes('@');
  const isDecodable = url && [url.username, url.password].every((part) => !/%(?![\da-f]{2})/i.test(part));
  if (!url || isCut || !isDecodable)
    throw new Error(`must be ${what}${value.includes('@') ? `, with ${ENCODED}` : ''}`);
  return url;
}

export const postgresUrl = (value: string): string => {
  const what = 'a postgres:// address';
  if (!/^postgres(?:ql)?:\/\//.test(value)) throw new Error(`must be ${what}`);
  parseWithPassword(value, what);
  return value;
};

/** All addresses must differ: listing one server twice would hide that there is no second one. */
export const postgresUrls = (value: string): string[] => {
  const urls = list(value).map(postgresUrl);
  if (new Set(urls.map((url) => new URL(url).host)).size < urls.length)
    throw new Error('must name each server once, by host and port');
  return urls;
};

export const brokerUrl = (value: string): string => {
  const what = 'a redis://, rediss://, nats:// or tls:// (NATS) address';
  const url = parseWithPassword(value, what);
  if (!['redis:', 'rediss:', 'nats:', 'tls:'].includes(url.protocol) || url.hostname === '')
    throw new Error(`must be ${what}`);
  return value;
};

export const smtpUrl = (value: string): string => {
  const what = 'an smtp:// or smtps:// address';
  const url = parseWithPassword(value, what);
  if (!['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') throw new Error(`must be ${what}`);
  return value;
};

export const mailAddress = (value: string): string => {
  // A mail server within a network may have a name of one label.
  if (![value, `${value}.internal`].some((address) => isEmailAddress(address)))
    throw new Error('must be an email address such as portal@example.com');
  return value;
};

/** A name in the case of the IANA database, which other programs require. */
export const timeZone = (value: string): string => {
  if (!isTimeZone(value)) throw new Error('must be an IANA time zone such as America/Chicago');
  const { timeZone: known } = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions();
  return known.toLowerCase() === value.toLowerCase() ? known : value;
};

export const origins = (value: string): string[] =>
  list(value).map((entry) => {
    if (URL.parse(entry)?.origin !== entry)
      throw new Error(`must list origins such as https://pictures.example.com, not ${entry}`);
    return entry;
  });

/** Whole origins only: a pattern would look as if it worked. */
export const exactOrigins = (value: string): string[] =>
  origins(value).map((entry) => {
    if (entry.includes('*') || !/^https?:/.test(entry))
      throw new Error(`must list whole origins such as https://crm.example.com, not ${entry}`);
    return entry;
  });

export const longSecret = (value: string): string => {
  if (value.length < 32) throw new Error('must have at least 32 characters');
  return value;
};

/** A JSON object of http(s) addresses by application. */
export const launchAddresses = (value: string): Partial<Record<ApplicationName, string>> => {
  return Object.fromEntries(
    Object.entries(jsonObject(value)).map(([name, address]) => {
      if (!applicationNames.some((known) => known === name))
        throw new Error(`must name applications of the portal, not ${name}`);
      return [name, httpUrl(String(address))];
    }),
  );
};

const claimedDimensions = ['firm', 'branch', 'state', 'license', 'team'] as const;

/** A JSON object of claim names by fact dimension. */
export const factClaims = (value: string): Partial<Record<(typeof claimedDimensions)[number], string>> => {
  const given = jsonObject(value);
  for (const [dimension, claim] of Object.entries(given)) {
    if (!claimedDimensions.some((known) => known === dimension))
      throw new Error(`must have ${claimedDimensions.join(', ')} as its names, not ${dimension}`);
    if (typeof claim !== 'string' || claim === '') throw new Error(`must name a claim for ${dimension}`);
  }
  return given as Record<string, string>;
};

function jsonObject(value: string): Record<string, unknown> {
  let given: unknown;
  try {
    given = JSON.parse(value);
  } catch {
    throw new Error('must be a JSON object');
  }
  if (given === null || typeof given !== 'object' || Array.isArray(given)) throw new Error('must be a JSON object');
  return given as Record<string, unknown>;
}

/** Values of a claim with the studio role that each grants. */
export const studioRoleValues = (value: string): Array<{ value: string; role: StudioRole }> =>
  commaList(value).map((entry) => {
    const at = entry.lastIndexOf('=');
    const role = studioRoles.find((name) => name === entry.slice(at + 1).trim());
    const given = entry.slice(0, Math.max(at, 0)).trim();
    if (given === '' || !role) throw new Error(`must list value=role with a role of ${studioRoles.join(', ')}`);
    return { value: given, role };
  });

/** Whether a host name or address, in URL notation, is this machine. */
export const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

export const optional =
  <T>(parse: (value: string) => T) =>
  (value: string): T | undefined =>
    value === '' ? undefined : parse(value);
