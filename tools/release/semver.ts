/**
 * The version of a release: a semantic version without build metadata, which image tags don't allow, and in lower case,
 * because it is part of the name of a Kubernetes job.
 */
const VERSION =
  /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-(?:0|[1-9]\d*|\d*[a-z][a-z\d]*)(?:\.(?:0|[1-9]\d*|\d*[a-z][a-z\d]*))*)?$/;

export const isVersion = (text: string): boolean => VERSION.test(text);

/** Whether `version` has precedence over `other`. Source: Semantic Versioning 2.0.0, §11. */
export function isLarger(version: string, other: string): boolean {
  const [core, preRelease] = parse(version);
  const [otherCore, otherPreRelease] = parse(other);
  const difference = compareIdentifiers(core, otherCore);
  if (difference !== 0) return difference > 0;
  if (preRelease.length === 0 || otherPreRelease.length === 0) return preRelease.length < otherPreRelease.length;
  return compareIdentifiers(preRelease, otherPreRelease) > 0;
}

function parse(version: string): [core: string[], preRelease: string[]] {
  const [core = '', preRelease] = version.split('-');
  return [core.split('.'), preRelease?.split('.') ?? []];
}

/** The first identifiers that differ decide; if one list is a prefix of the other, the longer one is larger. */
function compareIdentifiers(ones: string[], others: string[]): number {
  for (const [at, one] of ones.entries()) {
    const difference = at < others.length ? compareIdentifier(one, others[at]!) : 1;
    if (difference !== 0) return difference;
  }
  return ones.length - others.length;
}

function compareIdentifier(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}
