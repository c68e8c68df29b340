/*
 * The only place that names the Node releases that the portal may run on in production. Plain JavaScript, because
 * tools/bootstrap.mjs reads it with whatever Node is installed. Source: decisions/0225.
 */

/** The first release that runs the sources as they are. */
const OLDEST_USABLE = '24.11.0';

/** The oldest release of each supported line without known vulnerabilities, the preferred line first. */
export const NODE_FLOORS = [
  {
    version: '24.22.1',
    released: '2026-10-21',
    advisory: 'CVE-2026-111497 (Brotli decoder), CVE-2026-105483 and CVE-2026-106069 (TLS host names)',
  },
  {
    version: '26.12.1',
    released: '2026-10-21',
    advisory: 'CVE-2026-111497 (Brotli decoder), CVE-2026-105483 and CVE-2026-106069 (TLS host names)',
  },
];

const numbersOf = (version) => version.replace(/^v/, '').split('.').map(Number);

/** Compares release by release, such as 24.9.0 with 24.22.1. Returns whether the first is the same or newer. */
function isAtLeast(version, floor) {
  const [found, wanted] = [numbersOf(version), numbersOf(floor)];
  const index = wanted.findIndex((number, position) => found[position] !== number);
  return index === -1 || found[index] > wanted[index];
}

/** The floor of a version's line; undefined for a line that is not supported. */
export const floorOf = (version) => NODE_FLOORS.find((floor) => numbersOf(floor.version)[0] === numbersOf(version)[0]);

/** Whether production may run on this version: a supported line, at or above its floor. */
export function isPatched(version) {
  const floor = floorOf(version);
  return floor !== undefined && isAtLeast(version, floor.version);
}

/** What production can run on instead of a version that is not patched. */
export const patchedVersions = (version) =>
  `Node ${(floorOf(version) ? [floorOf(version)] : NODE_FLOORS).map((floor) => floor.version).join(' or ')}, or a newer version of the same line`;

/** Why a version that is not patched is only for trials, and what to install. */
export function trialNotice(version) {
  const floor = floorOf(version);
  const reason = floor
    ? `it lacks the security fixes of ${floor.version}: ${floor.advisory}`
    : 'the portal does not support this line of Node';
  return `Node ${version} is only for trials, because ${reason}. Install ${patchedVersions(version)}.`;
}

/** Whether this version runs the portal at all, as in a trial. */
export const isUsable = (version) => isAtLeast(version, OLDEST_USABLE);
