import { list } from './settingParsers.ts';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const AGE_KEY = /^age1(?:([a-z0-9-]+)1)?[02-9ac-hj-np-z]{58,}$/;
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/**
 * Public keys for age, ordinary (`age1…`) and post-quantum (`age1pq1…`). Typos are detected by the Bech32 checksum.
 * Source: BIP 173.
 */
export const ageRecipients = (value: string): string[] =>
  list(value).map((entry) => {
    const found = AGE_KEY.exec(entry);
    if (!found || !hasChecksum(entry))
      throw new Error(`must list public keys of age (age1…), which age-keygen prints, not ${entry}`);
    const [, kind] = found;
    if (kind !== undefined && kind !== 'pq')
      throw new Error(
        `cannot use ${entry}: keys of the kind age1${kind}1… need a plugin, which the portal does not run`,
      );
    return entry;
  });

function hasChecksum(entry: string): boolean {
  const at = entry.lastIndexOf('1');
  const prefix = [...Buffer.from(entry.slice(0, at))];
  const letters = [...Buffer.from(entry.slice(at + 1))].map((code) => ALPHABET.indexOf(String.fromCharCode(code)));
  const values = [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31), ...letters];
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    GENERATORS.forEach((generator, bit) => {
      if ((top >> bit) & 1) sum ^= generator;
    });
  }
  return sum === 1;
}

const RANGES: Array<[min: number, max: number]> = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
];

/** The five fields of a crontab pattern, as numbers: `30 2 * * *`. */
export const schedule = (value: string): string => {
  const fields = value.split(/\s+/);
  if (fields.length !== RANGES.length || !fields.every((field, index) => isField(field, RANGES[index]!)))
    throw new Error('must be a crontab pattern of five fields in UTC, such as 30 2 * * * for every night at 02:30');
  return fields.join(' ');
};

const isField = (field: string, [min, max]: [number, number]): boolean =>
  field.split(',').every((part) => {
    const found = /^(?:\*(?:\/(\d{1,2}))?|(\d{1,2})(?:-(\d{1,2}))?)$/.exec(part);
    if (!found) return false;
    const [, step, first, last] = found;
    if (step !== undefined) return Number(step) > 0;
    if (first === undefined) return true;
    const [from, to] = [Number(first), Number(last ?? first)];
    return from >= min && from <= to && to <= max;
  });
